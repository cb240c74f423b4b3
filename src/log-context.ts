import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids of the current request or job. All its log lines contain these ids, so never add a text or a secret. */
export interface LogContext {
  /** Reference of a request from Slack. It is shown to the person if the request fails. */
  request?: string;
  /** Slack's id of the view that a request opens or comes from. A command and the form that it opens log the same id. */
  view?: string;
  /** Id of the proposal. It is logged for the mention that led to the proposal, and for clicks on the proposal's card. */
  proposal?: string;
  team?: string;
  generation?: string;
  delivery?: string;
  digest?: string;
  job?: string;
  jobId?: string;
}

/** The context of the running code. It is global, because libraries that call our log cannot pass a context to it. */
const current = new AsyncLocalStorage<LogContext>();

export const logContext = (): LogContext => current.getStore() ?? {};

/** Runs `work`, and adds `ids` to all of its log lines. */
export function withLogContext<Result>(ids: LogContext, work: () => Result): Result {
  return current.run({ ...current.getStore(), ...ids }, work);
}

/** Adds ids to all later log lines of the current request or job. */
export function addToLogContext(ids: LogContext): void {
  const context = current.getStore();
  if (context) Object.assign(context, ids);
}
