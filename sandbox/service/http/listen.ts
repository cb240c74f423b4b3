import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Log } from '../../log.ts';
import { type Answer, CUT, type Reply } from './answer.ts';
import { type Incoming, readIncoming } from './incoming.ts';
import { Refusal, refusalAnswer } from './refusal.ts';

export interface Listening {
  port: number;
  close(): Promise<void>;
}

/** Serves `handle` on an address (port 0: any free one). `close` does not wait for anybody. */
export async function listen(
  address: { host: string; port: number },
  handle: (incoming: Incoming) => Promise<Reply>,
  log?: Log,
): Promise<Listening> {
  const server = createServer(async (message, response) => {
    const id = randomUUID();
    const reply = await readIncoming(message, id)
      .then(handle)
      .catch((error) => asAnswer(error, id, log));
    await send(response, reply, id);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function asAnswer(error: unknown, id: string, log?: Log): Answer {
  if (error instanceof Refusal) return refusalAnswer(error);
  log?.error({ err: error, request: id }, 'the service stand-in failed');
  return refusalAnswer(new Refusal(500, 'An error occurred while generating the the service.'));
}

async function send(response: ServerResponse, reply: Reply, id: string): Promise<void> {
  if (reply === CUT) {
    response.destroy();
    return;
  }
  response.writeHead(reply.status, { 'x-request-id': id, ...reply.headers });
  if (!(reply.body instanceof Readable)) {
    response.end(reply.body);
    return;
  }
  // Rejects when the reader goes away or the stream fails; either way the connection is gone and nothing is left to say.
  await pipeline(reply.body, response).catch(() => response.destroy());
}
