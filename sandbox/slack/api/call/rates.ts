import type { Clock } from '../../../clock.ts';

/** Calls a minute; `burst` at once where that is fewer, `per` channel where it is counted so. */
export interface Rate {
  perMinute: number;
  burst?: number;
  per?: 'channel';
}

export const TIER_2: Rate = { perMinute: 20 };
export const TIER_3: Rate = { perMinute: 50 };
export const TIER_4: Rate = { perMinute: 100 };
/** Methods with an allowance of their own, in the hundreds. */
export const SPECIAL: Rate = { perMinute: 600 };
/** chat.postMessage: about one a second in a channel; short bursts pass. */
export const POSTING: Rate = { perMinute: 60, burst: 5, per: 'channel' };

export interface Rates {
  /** Takes one call from the allowance named `key`; when it is spent, the seconds until the next one. */
  take(key: string, rate: Rate): number | null;
}

/** Token buckets: full at first, refilled evenly over the minute. */
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
