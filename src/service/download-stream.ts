import { ReadableStream } from 'node:stream/web';
import { ExportTooLarge } from './errors/downloads.ts';
import { errorFromNetwork } from './errors/from-network.ts';
import { ServiceError } from './errors/service-error.ts';
import type { Lifeline } from './http/lifeline.ts';

export interface StreamLimits {
  maxBytes: number;
  idleTimeoutMs: number;
}

/**
 * `source` as it is wanted, piece by piece, up to `maxBytes`. The idle time counts only while a piece is wanted: a slow
 * reader is no fault of the source. Every way to the end lets go of the connection.
 */
export function guardedStream(
  source: ReadableStream,
  line: Lifeline,
  { maxBytes, idleTimeoutMs }: StreamLimits,
): ReadableStream<Uint8Array> {
  const reader = (source as ReadableStream<Uint8Array>).getReader();
  let size = 0;

  function giveUp(reason: unknown) {
    line.cut(reason);
    line.release();
    return reason;
  }

  async function next(): Promise<Uint8Array | undefined> {
    const { done, value } = await line.within(idleTimeoutMs, reader.read());
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
          line.release();
          controller.close();
        } catch (error) {
          throw giveUp(withoutLink(error, line));
        }
      },
      cancel(reason) {
        giveUp(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** What may be thrown on: our own errors, and the reason for which the line was cut; never undici's, which may name the link. */
export function withoutLink(error: unknown, line: Lifeline): unknown {
  if (line.signal.aborted || error instanceof ServiceError) return error;
  return errorFromNetwork(error, { secret: true });
}
