import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

interface OutageLogOptions {
  clock: Clock;
  log: Log;
  /** Log line when an outage begins. */
  failing: string;
  /** Log line when an outage is over. */
  over: string;
  /** Fields of both lines. */
  fields?: object;
  /** Milliseconds without a success after which failures are logged, so that a single failure is not. Default 0. */
  afterMs?: number;
  /** Milliseconds between two warnings about the same outage. If omitted, there is only one. */
  everyMs?: number;
}

/** Creates a log for outages of something that is called often: a warning when an outage begins, and a line when it is over. */
export function createOutageLog({ clock, log, failing, over, fields, ...options }: OutageLogOptions) {
  const { afterMs = 0, everyMs = Number.POSITIVE_INFINITY } = options;
  let since: number | undefined;
  let loggedAt: number | undefined;
  return {
    failed(details: object): void {
      const now = clock.now();
      since ??= now;
      if (now - since < afterMs || (loggedAt !== undefined && now - loggedAt < everyMs)) return;
      loggedAt = now;
      log.warn({ ...fields, ...details }, failing);
    },
    worked(): void {
      if (since === undefined) return;
      const seconds = (clock.now() - since) / 1000;
      if (loggedAt !== undefined) log.info({ ...fields, seconds }, over);
      since = undefined;
      loggedAt = undefined;
    },
  };
}
