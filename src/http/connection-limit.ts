import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Limits the number of connections to a server. At the limit, a new connection replaces an idle connection. If no connection is idle, it
 * replaces the connection whose request has been incomplete for the longest time. That connection is probably not Slack's, because Slack
 * sends each request in one go. If all connections are waiting for a response, the new connection is closed.
 */
export function limitConnections(server: Server, limit: number): void {
  /**
   * The current request of each connection, in the order in which the requests began. Undefined before the first request, null after the
   * response.
   */
  const requests = new Map<Socket, IncomingMessage | null | undefined>();

  function setRequest(socket: Socket, request: IncomingMessage | null): void {
    if (!requests.delete(socket)) return;
    requests.set(socket, request);
  }

  function findReplaceable(): Socket | undefined {
    const open = [...requests];
    const [socket] =
      open.find(([, request]) => request === null) ?? open.find(([, request]) => !request?.complete) ?? [];
    return socket;
  }

  server.on('connection', (socket) => {
    if (requests.size >= limit) {
      const replaced = findReplaceable();
      if (!replaced) return void socket.destroy();
      requests.delete(replaced);
      replaced.destroy();
    }
    requests.set(socket, undefined);
    socket.once('close', () => requests.delete(socket));
  });
  for (const event of ['request', 'checkContinue'])
    server.on(event, (request: IncomingMessage, response: NodeJS.EventEmitter) => {
      setRequest(request.socket, request);
      response.once('close', () => setRequest(request.socket, null));
    });
}
