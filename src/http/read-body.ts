import type { IncomingMessage } from 'node:http';

export interface BodyLimits {
  /** Maximum bytes of one body. */
  perBody: number;
  /** Maximum bytes of all bodies that are being read at the same time. */
  total: number;
}

/** Maximum chunks of one body. A chunk is about as large as a network packet, so a body of a megabyte has about 700 chunks. */
const MAX_CHUNKS = 2_048;
/** Bytes of memory that a chunk needs in addition to its content. */
const CHUNK_OVERHEAD = 256;

/** Creates a function that reads unverified bodies in limited memory. Above `total`, it closes the request with the largest body. */
export function createBodyReader({ perBody, total }: BodyLimits) {
  const held = new Map<IncomingMessage, number>();
  let heldTotal = 0;

  function hold(request: IncomingMessage, bytes: number): void {
    held.set(request, (held.get(request) ?? 0) + bytes);
    heldTotal += bytes;
  }

  function release(request: IncomingMessage): void {
    heldTotal -= held.get(request) ?? 0;
    held.delete(request);
  }

  function closeLargest(): void {
    const [largest] = [...held].sort(([, a], [, b]) => b - a)[0] ?? [];
    if (!largest) return;
    release(largest);
    largest.destroy();
  }

  function collect(request: IncomingMessage): Promise<Buffer | null> {
    const chunks: Buffer[] = [];
    let length = 0;
    return new Promise((resolve, reject) => {
      // Events show every chunk. An async iterator would join chunks that arrive at about the same time, so they could not be counted.
      request.on('data', (chunk: Buffer) => {
        length += chunk.length;
        chunks.push(chunk);
        if (length > perBody) return resolve(null);
        if (chunks.length > MAX_CHUNKS) return void request.destroy();
        hold(request, chunk.length + CHUNK_OVERHEAD);
        if (heldTotal > total) closeLargest();
      });
      request.once('end', () => resolve(Buffer.concat(chunks)));
      request.once('error', reject);
      request.once('close', () => reject(new Error('The request was closed before the end of its body')));
    });
  }

  /** Reads a body. @returns null if it is longer than `perBody` @throws if the client or this process closed the connection */
  return (request: IncomingMessage): Promise<Buffer | null> =>
    collect(request).finally(() => {
      request.removeAllListeners('data').pause();
      release(request);
    });
}

/** Discards a body. Closes the connection if the body has too many chunks, because each chunk costs time. */
export function ignoreBody(request: IncomingMessage): void {
  let chunks = 0;
  request.on('data', () => {
    chunks += 1;
    if (chunks > MAX_CHUNKS) request.destroy();
  });
}
