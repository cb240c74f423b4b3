import { Timeout } from '../errors/troubles.ts';

/** One signal for a request and its answer: cut by a timeout, by whoever made the call, or by us. */
export interface Lifeline {
  signal: AbortSignal;
  cut(reason: unknown): void;
  /** Waits for `work`, `ms` at most; throws `Timeout` then, or the reason of whatever else cut the line meanwhile. */
  within<T>(ms: number, work: Promise<T>): Promise<T>;
  /** To be called at the end, so that nothing is left behind on a caller's signal that lives longer. */
  release(): void;
}

/** Timers are real ones, not the clock's: what is waited for is the network. */
export function createLifeline(outer?: AbortSignal): Lifeline {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const onAbort = () => controller.abort(outer?.reason);
  outer?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    cut: (reason) => controller.abort(reason),
    async within(ms, work) {
      const late = () => controller.abort(new Timeout(`No answer came within ${ms / 1000} s.`));
      const timer = setTimeout(late, ms);
      try {
        return await work;
      } catch (error) {
        throw controller.signal.aborted ? controller.signal.reason : error;
      } finally {
        clearTimeout(timer);
      }
    },
    release: () => outer?.removeEventListener('abort', onAbort),
  };
}
