import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds after which an incomplete request counts as slow. Slack sends a whole request at once. */
const SLOW_MS = 1_000;

interface Connection {
  /** The current request. Undefined before the first request, null after a response. */
  request: IncomingMessage | null | undefined;
  /** When `request` was last set, in milliseconds. Before the first request: when the connection was opened. */
  since: number;
}

/**
 * Limits the connections to a server. At the limit, a new connection replaces one of these, in this order:
 * 1. an idle connection
 * 2. the oldest whose request has been incomplete for `SLOW_MS`, because it is probably not Slack's
 * 3. the oldest that has sent no headers, so that a flood of connections does not cut requests whose body is arriving
 * 4. the oldest whose request is incomplete
 * If there is none of these, the new connection is closed.
 */
export function limitConnections(server: Server, limit: number): void {
  /** All connections, ordered by `since`, oldest first. */
  const connections = new Map<Socket, Connection>();

  function setRequest(socket: Socket, request: IncomingMessage | null): void {
    if (!connections.delete(socket)) return;
    connections.set(socket, { request, since: performance.now() });
  }

  function findReplaceable(): Socket | undefined {
    const slowSince = performance.now() - SLOW_MS;
    const open = [...connections];
    const [socket] =
      open.find(([, { request }]) => request === null) ??
      open.find(([, { request, since }]) => !request?.complete && since < slowSince) ??
      open.find(([, { request }]) => request === undefined) ??
      open.find(([, { request }]) => !request?.complete) ??
      [];
    return socket;
  }

  server.on('connection', (socket) => {
    if (connections.size >= limit) {
      const replaced = findReplaceable();
      if (!replaced) return void socket.destroy();
      connections.delete(replaced);
      replaced.destroy();
    }
    connections.set(socket, { request: undefined, since: performance.now() });
    socket.once('close', () => connections.delete(socket));
  });
  for (const event of ['request', 'checkContinue'])
    server.on(event, (request: IncomingMessage, response: NodeJS.EventEmitter) => {
      setRequest(request.socket, request);
      response.once('close', () => setRequest(request.socket, null));
    });
}
