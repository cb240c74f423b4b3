import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Log } from '../log.ts';

/** Starts a server that only says why Deckhand does no work on a restored database. @param why text for all paths but `/healthz` */
export async function serveRestoredCopy(
  port: number,
  why: string,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    const isAlive = request.url === '/healthz';
    response.writeHead(isAlive ? 200 : 503, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(isAlive ? 'ok' : why);
  });
  server.listen(port);
  await once(server, 'listening');
  log.error(why);
  return {
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
