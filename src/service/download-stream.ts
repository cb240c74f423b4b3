import { ReadableStream } from 'node:stream/web';
import { ExportTooLarge, ServiceError } from './errors.ts';
import type { AbortScope } from './http/abort-scope.ts';
import { errorFromNetwork } from './http/network-error.ts';

export interface StreamLimits {
  maxBytes: number;
  idleTimeoutMs: number;
  /** For all pieces together. */
  totalTimeoutMs: number;
}

/**
 * Passes `source` on as it is read, up to `maxBytes`. Time counts only while a read waits: a slow reader is no fault of the
 * source. One that gives a byte now and then is given up as well, since others wait for its place. However the stream ends, its connection is released.
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

/** The error to throw on: ours, or the reason for which the scope was aborted; undici's may name the link. */
export function withoutLink(error: unknown, scope: AbortScope): unknown {
  if (scope.signal.aborted || error instanceof ServiceError) return error;
  return errorFromNetwork(error, { secret: true });
}
