import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { ServiceError } from '../errors/service-error.ts';
import { Timeout } from '../errors/troubles.ts';

/** What became of one request, with its route as a pattern so that there are few of them. */
export interface CallReport {
  route: string;
  status: number | 'network' | 'timeout';
  seconds: number;
}

export interface ReportOptions {
  clock: Clock;
  log?: Log;
  /** Told of every request made, e.g. for metrics. */
  onCall?: (call: CallReport) => void;
}

/** Starts timing a request; the outcome is told to `onCall` and logged: route, status, time and id, nothing else. */
export function reporting({ clock, log, onCall }: ReportOptions, route: string) {
  const began = clock.now();

  function report(status: CallReport['status'], requestId: string | null | undefined) {
    const call = { route, status, seconds: (clock.now() - began) / 1000 };
    onCall?.(call);
    // Polls are many; what changes something at the service is worth a line of its own.
    const level = route.startsWith('GET ') ? 'debug' : 'info';
    log?.[level]({ ...call, ...(requestId && { requestId }) }, 'service call');
  }

  return {
    answered: report,
    /** A call given up by whoever made it is no outcome, and is not reported. */
    failed(error: unknown) {
      if (!(error instanceof ServiceError)) return;
      report(error.status ?? (error instanceof Timeout ? 'timeout' : 'network'), error.requestId);
    },
  };
}
