import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Gives the places for connections out fairly. Once all are taken, a newcomer gets one of the sender that holds most, by
 * address: one machine could otherwise hold them all, a request on each every few seconds being enough. Of that sender, one
 * that waits for its next request goes first, then the one that has been sending its request for longest, else its oldest. A
 * sender whose own requests are all being served gets no further connection. It may be a proxy, by which all come: Slack's
 * requests come in one go, so those in hand for longest are those of whoever would hold all places with slow ones.
 */
export function sharePlaces(server: Server, places: number): void {
  /** Of each sender, the connections whose latest request began first come first. */
  const bySender = new Map<string, Set<Socket>>();
  /** What each connection asked for and was not answered yet. */
  const atWork = new Map<Socket, IncomingMessage | null>();
  let taken = 0;

  function leave(socket: Socket, sender: string): void {
    const held = bySender.get(sender);
    if (!held?.delete(socket)) return;
    taken -= 1;
    if (held.size === 0) bySender.delete(sender);
  }

  const isIdle = (socket: Socket) => atWork.get(socket) === null;
  const isSending = (socket: Socket) => !atWork.get(socket)?.complete;

  /** Undefined where the newcomer's own sender holds most, and all of it is being served. */
  function whoMakesRoom(newcomer: string): { socket: Socket; sender: string } | undefined {
    const [sender, held] = [...bySender].reduce((most, each) => (each[1].size > most[1].size ? each : most));
    const sockets = [...held];
    const oldest = sender === newcomer ? undefined : sockets[0];
    const socket = sockets.find(isIdle) ?? sockets.find(isSending) ?? oldest;
    return socket && { socket, sender };
  }

  server.on('connection', (socket) => {
    const sender = socket.remoteAddress ?? '';
    if (taken >= places) {
      const leaving = whoMakesRoom(sender);
      if (!leaving) return void socket.destroy();
      leave(leaving.socket, leaving.sender);
      leaving.socket.destroy();
    }
    taken += 1;
    bySender.set(sender, (bySender.get(sender) ?? new Set()).add(socket));
    socket.once('close', () => {
      leave(socket, sender);
      atWork.delete(socket);
    });
  });

  const hold = (socket: Socket, request: IncomingMessage | null) => {
    if (socket.destroyed) return;
    atWork.set(socket, request);
    const held = bySender.get(socket.remoteAddress ?? '');
    if (held?.delete(socket)) held.add(socket);
  };
  for (const event of ['request', 'checkContinue'])
    server.on(event, (request: IncomingMessage, response: NodeJS.EventEmitter) => {
      hold(request.socket, request);
      response.once('close', () => hold(request.socket, null));
    });
}
