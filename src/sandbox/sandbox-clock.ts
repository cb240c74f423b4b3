import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Clock, systemClock } from '../clock.ts';

export interface SandboxClock extends Clock {
  /** Lets this many milliseconds pass at once: who sleeps, and is due by then, wakes. */
  moveOn(ms: number): void;
}

/**
 * Real time that can be moved on, to see what happens next Monday. It never goes back.
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

  return {
    now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      const due = now() + ms;
      while (now() < due) await nap(due - now(), signal);
    },
    moveOn(ms) {
      ahead += Math.max(0, ms);
      if (file) writeFileSync(file, String(ahead));
      for (const wake of sleepers) wake();
    },
  };
}
