import type { Clock } from '../clock.ts';
import { Refusal } from './http/refusal.ts';

/** How many calls a workspace may make: in ten seconds, in an hour, in a day. */
export interface RateLimits {
  burst: number;
  hourly: number;
  daily: number;
}

/** No thresholds are published; these only stop a runaway loop. */
export const GENEROUS: RateLimits = { burst: 100_000, hourly: 10_000_000, daily: 100_000_000 };

const WINDOWS = [
  { limit: 'burst', header: 'x-ratelimit-remaining-burst', ms: 10_000 },
  { limit: 'hourly', header: 'x-ratelimit-remaining', ms: 3_600_000 },
  { limit: 'daily', header: 'x-ratelimit-remaining-daily', ms: 86_400_000 },
] as const;

export type RateLimit = (workspaceId: string) => Record<string, string>;

/** Counts a call in fixed windows and returns the headers that say what is left, or throws a 429 with `Retry-After`. */
export function createRateLimit(limits: RateLimits, clock: Clock): RateLimit {
  const counts = new Map<string, { window: number; calls: number }>();

  function remaining(workspaceId: string, window: (typeof WINDOWS)[number]): number {
    const key = `${workspaceId} ${window.limit}`;
    const now = Math.floor(clock.now() / window.ms);
    const last = counts.get(key);
    const calls = last?.window === now ? last.calls + 1 : 1;
    counts.set(key, { window: now, calls });
    return limits[window.limit] - calls;
  }

  return (workspaceId) => {
    const left = WINDOWS.map((window) => ({ window, calls: remaining(workspaceId, window) }));
    const headers = Object.fromEntries(
      left.map(({ window, calls }) => [window.header, String(Math.max(0, calls))]),
    );
    const full = left.findLast(({ calls }) => calls < 0);
    if (!full) return headers;
    const wait = Math.ceil((full.window.ms - (clock.now() % full.window.ms)) / 1000);
    throw new Refusal(429, 'Too many requests', { headers: { ...headers, 'retry-after': String(wait) } });
  };
}
