import type { Clock } from '../../../clock.ts';

/** A rate limit in calls per minute, with fewer at once if `burst` is given. It may apply to each channel. */
export interface Rate {
  perMinute: number;
  burst?: number;
  per?: 'channel';
}

export const TIER_2: Rate = { perMinute: 20 };
export const TIER_3: Rate = { perMinute: 50 };
export const TIER_4: Rate = { perMinute: 100 };
/** Methods with a special rate limit of hundreds of calls. */
export const SPECIAL: Rate = { perMinute: 600 };
/** chat.postMessage: about one call per second and channel, with short bursts. */
export const POSTING: Rate = { perMinute: 60, burst: 5, per: 'channel' };

export interface Rates {
  /** Counts a call under `key`. Returns the seconds to wait if there were too many, otherwise null. */
  take(key: string, rate: Rate): number | null;
}

/** Creates token buckets, which are full at first and are refilled evenly. */
export function createRates(clock: Clock): Rates {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(key, { perMinute, burst = perMinute }) {
      const now = clock.now();
      const bucket = buckets.get(key) ?? { left: burst, at: now };
      const left = Math.min(burst, bucket.left + ((now - bucket.at) / 60_000) * perMinute);
      const isAllowed = left >= 1;
      buckets.set(key, { left: isAllowed ? left - 1 : left, at: now });
      return isAllowed ? null : Math.ceil(((1 - left) * 60) / perMinute);
    },
  };
}
