import type { IncomingMessage } from 'node:http';

export interface BodyLimits {
  /** Bytes of one body. */
  perBody: number;
  /** Bytes of all bodies that are being read at one moment. */
  together: number;
}

/**
 * Reads bodies of requests that nothing is known about yet, so that no number of senders fills the memory: where all of
 * them together hold too much, the request that holds most is cut off. Slack's own are small and read in a moment.
 */
export function createBodyReader({ perBody, together }: BodyLimits) {
  const held = new Map<IncomingMessage, number>();
  let total = 0;

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

  /** @returns null for a body that is longer than allowed. @throws where the sender, or this, cut it off */
  return async (request: IncomingMessage): Promise<Buffer | null> => {
    const chunks: Buffer[] = [];
    let length = 0;
    held.set(request, 0);
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) {
        length += chunk.length;
        total += chunk.length;
        held.set(request, length);
        if (length > perBody) return null;
        if (total > together) cutLargest();
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    } finally {
      release(request);
    }
  };
}
