import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { listen, shut } from '../../listen.ts';
import type { Log } from '../../log.ts';
import { type Answer, CUT, type Reply } from './answer.ts';
import { type Incoming, readIncoming } from './incoming.ts';
import { Refusal, refusalAnswer } from './refusal.ts';

export interface Listening {
  /** The address. */
  url: string;
  close(): Promise<void>;
}

/** Serves `handle` on a port. Port 0 takes a free port. `close` cuts open connections. */
export async function serveOn(
  port: number | undefined,
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
  return { url: await listen(server, port), close: () => shut(server) };
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
  // Rejects if the client disconnects or the stream fails. In both cases the connection is gone.
  await pipeline(reply.body, response).catch(() => response.destroy());
}
