import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Gives files of as many bytes as are asked for (`/bytes/N`), and swallows what is uploaded, in a process of its own. */
const PIECE = Buffer.alloc(64 * 1024, 'deckhand');

const server = createServer((request, response) => {
  const [, bytes] = /^\/bytes\/(\d+)$/.exec(request.url ?? '') ?? [];
  if (!bytes) return void request.resume().on('end', () => response.end('OK'));
  let left = Number(bytes);
  response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': left });
  const write = () => {
    while (left > 0) {
      const piece = left < PIECE.length ? PIECE.subarray(0, left) : PIECE;
      left -= piece.length;
      if (!response.write(piece)) return void response.once('drain', write);
    }
    response.end();
  };
  write();
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
