import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

interface OutageLogOptions {
  clock: Clock;
  log: Log;
  /** Log line when an outage begins. */
  failing: string;
  /** Log line when an outage is over. */
  over: string;
  /** Fields of both log lines. */
  fields?: object;
  /** Milliseconds that an outage lasts before it is logged, so that short outages are not logged. Default 0: every outage is logged. */
  afterMs?: number;
  /** Milliseconds between two warnings about the same outage. By default, there is only one warning per outage. */
  everyMs?: number;
}

/** Creates a log for outages of a system that is called often, such as Slack: one warning at the beginning, and one line at the end. */
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
