import { NotSent } from '../../send-once.ts';
import { Timeout } from '../errors.ts';

/** One signal for a request and its answer: aborted by a timeout, by the caller, or by us. */
export interface AbortScope {
  signal: AbortSignal;
  abort(reason: unknown): void;
  /**
   * Waits for `work`, `ms` at most; throws `Timeout` then, or the reason of whatever else aborted the scope. That nothing was sent is
   * said all the same (`NotSent`).
   */
  within<T>(ms: number, work: Promise<T>): Promise<T>;
  /** To be called at the end, so that nothing is left behind on a caller's signal that lives longer. */
  release(): void;
}

/**
 * Timers are real ones, not the clock's: the wait is for the network. (Not `AbortSignal.any` with
 * `AbortSignal.timeout`: that timer goes on after the answer, and one process makes thousands of calls a minute.)
 */
export function createAbortScope(outer?: AbortSignal): AbortScope {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const onAbort = () => controller.abort(outer?.reason);
  outer?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    async within(ms, work) {
      const giveUp = () => controller.abort(new Timeout(`No answer came within ${ms / 1000} s.`));
      const timer = setTimeout(giveUp, ms);
      try {
        return await work;
      } catch (error) {
        throw controller.signal.aborted && !(error instanceof NotSent) ? controller.signal.reason : error;
      } finally {
        clearTimeout(timer);
      }
    },
    release: () => outer?.removeEventListener('abort', onAbort),
  };
}
