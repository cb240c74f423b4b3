import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/** Milliseconds between two ticks: a digest is at most this late. */
const EVERY_MS = 15_000;

/** Calls `tick` now and every 15 s until stopped: one timer a process, however many digests there are. */
export function createTicker({ clock, log, tick }: { clock: Clock; log: Log; tick(): Promise<unknown> }) {
  const stopping = new AbortController();
  let ticking = Promise.resolve();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await tick().catch((error: unknown) => log.warn({ err: error }, 'what is due could not be looked up'));
      await clock.sleep(EVERY_MS, stopping.signal).catch(() => {});
    }
  }

  return {
    start(): void {
      ticking = run();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await ticking;
    },
  };
}
