import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Gives the places for connections out fairly. Once all are taken, a newcomer gets one of the sender that holds most, by
 * address: one machine could otherwise hold them all, a request on each every few seconds being enough. Of that sender, one
 * that waits for its next request goes first, else its oldest. A sender whose own connections are all at work gets no
 * further one; that may be a proxy, by which all come.
 */
export function sharePlaces(server: Server, places: number): void {
  const bySender = new Map<string, Set<Socket>>();
  const atWork = new Map<Socket, number>();
  let taken = 0;

  function leave(socket: Socket, sender: string): void {
    const held = bySender.get(sender);
    if (!held?.delete(socket)) return;
    taken -= 1;
    if (held.size === 0) bySender.delete(sender);
  }

  /** Undefined where the newcomer's own sender holds most, and nothing of it is idle. */
  function whoMakesRoom(newcomer: string): { socket: Socket; sender: string } | undefined {
    const [sender, held] = [...bySender].reduce((most, each) => (each[1].size > most[1].size ? each : most));
    const idle = [...held].find((socket) => atWork.get(socket) === 0);
    const oldest = sender === newcomer ? undefined : held.values().next().value;
    const socket = idle ?? oldest;
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

  const count = (socket: Socket, change: 1 | -1) => {
    if (!socket.destroyed) atWork.set(socket, (atWork.get(socket) ?? 0) + change);
  };
  for (const event of ['request', 'checkContinue'])
    server.on(event, ({ socket }: IncomingMessage, response: NodeJS.EventEmitter) => {
      count(socket, 1);
      response.once('close', () => count(socket, -1));
    });
}
