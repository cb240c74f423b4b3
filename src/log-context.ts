import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids of the work in hand, which every log line about it carries, whichever piece writes it. Never words or secrets. */
export interface LogContext {
  /** The reference of a request of Slack, which people are shown where it fails. */
  request?: string;
  /** Slack's id of the view that a request opens, or comes from: a command and the form that it opens have it in common. */
  view?: string;
  /** As the view's: the card that a sentence is answered with, and the press on it. */
  proposal?: string;
  team?: string;
  generation?: string;
  delivery?: string;
  digest?: string;
  job?: string;
  jobId?: string;
}

/** One for the process, since libraries that log on our behalf pass nothing on. */
const current = new AsyncLocalStorage<LogContext>();

/** The ids of the work in hand; for the log. */
export const logContext = (): LogContext => current.getStore() ?? {};

/** Does work, and has its log lines carry these ids besides those that they carry already. */
export function withLogContext<Result>(ids: LogContext, work: () => Result): Result {
  return current.run({ ...current.getStore(), ...ids }, work);
}

/** Ids that are known only now: the further lines of the work in hand carry them, too. */
export function addToLogContext(ids: LogContext): void {
  const context = current.getStore();
  if (context) Object.assign(context, ids);
}
