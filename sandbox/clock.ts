import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The clock of the stand-ins. It has the same type as the product's clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`. Rejects with the signal's reason if it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal ? { signal } : undefined),
};

export interface SandboxClock extends Clock {
  /** Moves time forward by `ms` at once. Sleeps that are due by then end. */
  skip(ms: number): void;
  /**
   * Moves time forward by `ms` in steps of half an hour, so that work due in between is done in order. Stops after a
   * step if `goesOn` returns false.
   */
  pass(ms: number, goesOn?: () => Promise<boolean>): Promise<void>;
}

export const canHurry = (clock: Clock): clock is SandboxClock => 'pass' in clock;

/** Milliseconds per step: most scheduled times are at a full or half hour. A week takes about 15 real seconds. */
const STEP_MS = 30 * 60_000;
const HOUR_MS = 2 * STEP_MS;
/** Real milliseconds to wait after a step, so that work that is due can start. Most is due at a full hour. */
const PAUSE_MS = 25;
const HOUR_PAUSE_MS = 75;

/**
 * Creates a clock that can be moved forward, for example to next Monday. It never goes back.
 * @param file stores how far the clock is ahead, so that after a restart earlier messages stay in the past
 */
export function createSandboxClock(file?: string): SandboxClock {
  let ahead = file && existsSync(file) ? Number(readFileSync(file, 'utf8')) || 0 : 0;
  const sleepers = new Set<() => void>();
  const now = () => systemClock.now() + ahead;

  /** Sleeps for `ms`, or until the clock is moved. */
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
