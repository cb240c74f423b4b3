/** The current time and waiting. Functions get their clock as a parameter, so that tests can set the time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`. Rejects with the signal's reason if the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const end = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', end);
        resolve();
      }, ms);
      signal?.addEventListener('abort', end, { once: true });
    }),
};

/** The reason with which `within` aborts signals. It is created only once, because each new error captures a stack trace. */
const OVER = new Error('The result is no longer awaited');

/** Returns the result of `work`. If `work` takes longer than `ms` milliseconds, aborts it, ignores its result and returns `late`. */
export async function within<Result, Late>(
  clock: Clock,
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
  late: Late,
): Promise<Result | Late> {
  const overdue = new AbortController();
  const done = new AbortController();
  const working = work(overdue.signal);
  const waiting = clock.sleep(ms, done.signal).then(
    () => late,
    () => late,
  );
  try {
    return await Promise.race([working, waiting]);
  } finally {
    done.abort(OVER);
    overdue.abort(OVER);
    // Without this handler, a failure of `work` after the deadline would be an unhandled rejection.
    working.catch(() => {});
  }
}

interface TickerOptions {
  clock: Clock;
  /** Milliseconds between the end of one tick and the start of the next. */
  everyMs: number;
  /** Called if a tick fails. The next tick still runs. */
  onError(error: unknown): void;
}

/** Creates a ticker. `start` calls `tick` at once, and again `everyMs` after each call has ended. `stop` aborts the signal of `tick`. */
export function createTicker(
  tick: (signal: AbortSignal) => Promise<unknown>,
  { clock, everyMs, onError }: TickerOptions,
) {
  const stopping = new AbortController();
  let ticking = Promise.resolve();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await tick(stopping.signal).catch(onError);
      await clock.sleep(everyMs, stopping.signal).catch(() => {});
    }
  }

  return {
    start(): void {
      ticking = run();
    },
    /** Stops the ticker. Resolves when the current tick has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      await ticking;
    },
  };
}
