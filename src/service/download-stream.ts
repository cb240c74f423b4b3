import { ReadableStream } from 'node:stream/web';
import { requestFailed } from '../outgoing-requests.ts';
import { ExportTooLarge, ServiceError, Timeout } from './errors.ts';
import { errorFromFailure } from './http/answer.ts';

/** The abort signal of one download, and functions for it. The signal is aborted by a timeout, by the caller's signal, or by `abort`. */
export interface AbortScope {
  signal: AbortSignal;
  abort(reason: unknown): void;
  /** Awaits `work`. Aborts the signal with `Timeout` after `ms`. If `work` fails after an abort, throws the reason of the abort. */
  within<T>(ms: number, work: Promise<T>): Promise<T>;
  /** Removes our listener from the caller's signal, because the caller's signal may exist much longer than the download. */
  release(): void;
}

/** Creates the abort scope of one download. Uses real timers, because the waits are for the network. @param outer the caller's signal */
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
        throw controller.signal.aborted ? controller.signal.reason : error;
      } finally {
        clearTimeout(timer);
      }
    },
    release: () => outer?.removeEventListener('abort', onAbort),
  };
}

export interface StreamLimits {
  maxBytes: number;
  idleTimeoutMs: number;
  /** Maximum total milliseconds of all waits for data. */
  totalTimeoutMs: number;
}

/**
 * Returns a limited stream of `source`. Timeouts count only while a read waits, so a slow reader causes no timeout. The total timeout ends
 * a download whose bytes arrive one by one.
 */
export function guardedStream(
  source: ReadableStream,
  scope: AbortScope,
  { maxBytes, idleTimeoutMs, totalTimeoutMs }: StreamLimits,
): ReadableStream<Uint8Array> {
  const reader = (source as ReadableStream<Uint8Array>).getReader();
  let size = 0;
  let left = totalTimeoutMs;

  function giveUp(reason: unknown) {
    scope.abort(reason);
    scope.release();
    return reason;
  }

  async function next(): Promise<Uint8Array | undefined> {
    const began = performance.now();
    const { done, value } = await scope.within(Math.min(idleTimeoutMs, left), reader.read());
    left = Math.max(0, left - (performance.now() - began));
    if (done) return undefined;
    size += value.byteLength;
    if (size > maxBytes) throw new ExportTooLarge(maxBytes);
    return value;
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await next();
          if (piece) return controller.enqueue(piece);
          scope.release();
          controller.close();
        } catch (error) {
          throw giveUp(withoutLink(error, scope));
        }
      },
      cancel(reason) {
        giveUp(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Replaces an error that may contain the export link. Returns a `ServiceError` and the reason of an abort unchanged. */
export function withoutLink(error: unknown, scope: AbortScope): unknown {
  if (scope.signal.aborted || error instanceof ServiceError) return error;
  return errorFromFailure(requestFailed(error), { secret: true });
}
