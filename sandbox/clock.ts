import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time as the stand-ins take it; the product's clock has the same shape. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : undefined),
};

export interface SandboxClock extends Clock {
  /** Skips so many milliseconds: who sleeps, and is due by then, wakes. */
  skip(ms: number): void;
  /**
   * Lets so many milliseconds pass quickly, from one half hour to the next, so that what is due on the way is
   * done on the way. After each step `goesOn` is asked; time stops where it says no.
   */
  pass(ms: number, goesOn?: () => Promise<boolean>): Promise<void>;
}

export const canHurry = (clock: Clock): clock is SandboxClock => 'pass' in clock;

/** What people mostly set times to; a week is 336 of them, and takes some fifteen seconds. */
const STEP_MS = 30 * 60_000;
const HOUR_MS = 2 * STEP_MS;
/** Real milliseconds after a step, for what is due then to begin; most is due at a full hour. */
const PAUSE_MS = 25;
const HOUR_PAUSE_MS = 75;

/**
 * Real time that can be hurried on, to see what happens next Monday. It never goes back.
 * @param file where it is kept over a restart how far ahead it is: what was written then stays in the past
 */
export function createSandboxClock(file?: string): SandboxClock {
  let ahead = file && existsSync(file) ? Number(readFileSync(file, 'utf8')) || 0 : 0;
  const sleepers = new Set<() => void>();
  const now = () => systemClock.now() + ahead;

  /** Resolves when time is due, or as soon as it was moved. */
  async function nap(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const woken = new AbortController();
    const wake = () => woken.abort();
    sleepers.add(wake);
    const signals = signal ? [signal, woken.signal] : [woken.signal];
    await systemClock.sleep(ms, AbortSignal.any(signals)).catch(() => signal?.throwIfAborted());
    sleepers.delete(wake);
  }

  function skip(ms: number): void {
    ahead += Math.max(0, ms);
    if (file) writeFileSync(file, String(ahead));
    for (const wake of sleepers) wake();
  }

  return {
    now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      const due = now() + ms;
      while (now() < due) await nap(due - now(), signal);
    },
    skip,
    async pass(ms, goesOn = async () => true) {
      const end = now() + ms;
      while (now() < end) {
        const next = (Math.floor(now() / STEP_MS) + 1) * STEP_MS;
        skip(Math.min(next, end) - now());
        await systemClock.sleep(next % HOUR_MS === 0 ? HOUR_PAUSE_MS : PAUSE_MS);
        if (!(await goesOn())) return;
      }
    },
  };
}
