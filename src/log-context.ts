import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids of the current request or job. All its log lines have them, so they must not contain texts or secrets. */
export interface LogContext {
  /** Reference of a request from Slack. It is shown to the person if the request fails. */
  request?: string;
  /** Slack's id of the view that a request opens or comes from, so that the log lines of a command and of its form share it. */
  view?: string;
  /** Id of the proposal's card, so that the log lines of a mention and of a click on its card share it. */
  proposal?: string;
  team?: string;
  generation?: string;
  delivery?: string;
  digest?: string;
  job?: string;
  jobId?: string;
}

/** Global, because libraries that call our log do not pass a context along. */
const current = new AsyncLocalStorage<LogContext>();

/** Returns the ids of the current request or job. */
export const logContext = (): LogContext => current.getStore() ?? {};

/** Runs work whose log lines have these ids in addition. */
export function withLogContext<Result>(ids: LogContext, work: () => Result): Result {
  return current.run({ ...current.getStore(), ...ids }, work);
}

/** Adds ids to all later log lines of the current request or job. */
export function addToLogContext(ids: LogContext): void {
  const context = current.getStore();
  if (context) Object.assign(context, ids);
}
