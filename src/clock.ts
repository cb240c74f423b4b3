/** Time as a parameter: whoever waits or dates something is handed one, so that tests can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
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

/** One for all: a reason of its own for each wait, which nobody reads, would be made with its stack. */
const OVER = new Error('Nobody waits for it any more');

/**
 * Work that Slack waits for. After `ms` milliseconds the answer is `late`, and the work's signal is aborted;
 * what the work does after that is nobody's concern any more.
 */
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
    // A failure after the deadline has no reader; without this it would end the process.
    working.catch(() => {});
  }
}

interface TickerOptions {
  clock: Clock;
  /** Milliseconds between the end of one tick and the next. */
  everyMs: number;
  /** A tick that fails does not keep the next from coming. */
  onError(error: unknown): void;
}

/** Does its work when it starts and again and again, until it is stopped; the signal says so to work that takes long. */
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
    /** Resolves once the work in hand has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      await ticking;
    },
  };
}
