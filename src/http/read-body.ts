import type { IncomingMessage } from 'node:http';

export interface BodyLimits {
  /** Bytes of one body. */
  perBody: number;
  /** Bytes of all bodies that are being read at one moment. */
  together: number;
}

/** Pieces of one body: a megabyte comes in some 700 of a network's packets. */
const PIECES = 2_048;
/** Bytes that a piece takes beside its own. */
const BESIDES = 256;

/**
 * Reads bodies of requests that nothing is known about yet, so that no number of senders fills the memory: where all of
 * them together hold too much, the request that holds most is cut off, and so is one that comes in crumbs. Slack's own
 * are small and read in a moment.
 */
export function createBodyReader({ perBody, together }: BodyLimits) {
  const held = new Map<IncomingMessage, number>();
  let total = 0;

  function hold(request: IncomingMessage, bytes: number): void {
    held.set(request, (held.get(request) ?? 0) + bytes);
    total += bytes;
  }

  function release(request: IncomingMessage): void {
    total -= held.get(request) ?? 0;
    held.delete(request);
  }

  function cutLargest(): void {
    const [largest] = [...held].sort(([, a], [, b]) => b - a)[0] ?? [];
    if (!largest) return;
    release(largest);
    largest.destroy();
  }

  function collect(request: IncomingMessage): Promise<Buffer | null> {
    const pieces: Buffer[] = [];
    let length = 0;
    return new Promise((resolve, reject) => {
      // Each piece is looked at as it comes: an iterator is given what has piled up in the meantime, in one.
      request.on('data', (piece: Buffer) => {
        length += piece.length;
        pieces.push(piece);
        if (length > perBody) return resolve(null);
        if (pieces.length > PIECES) return void request.destroy();
        hold(request, piece.length + BESIDES);
        if (total > together) cutLargest();
      });
      request.once('end', () => resolve(Buffer.concat(pieces)));
      request.once('error', reject);
      request.once('close', () => reject(new Error('the body did not come to its end')));
    });
  }

  /** @returns null for a body that is longer than allowed. @throws where the sender, or this, cut it off */
  return (request: IncomingMessage): Promise<Buffer | null> =>
    collect(request).finally(() => {
      request.removeAllListeners('data').pause();
      release(request);
    });
}

/** Lets a body that nobody reads go by, and hangs up on one in crumbs: each of them is work for everybody. */
export function ignoreBody(request: IncomingMessage): void {
  let pieces = 0;
  request.on('data', () => {
    pieces += 1;
    if (pieces > PIECES) request.destroy();
  });
}
