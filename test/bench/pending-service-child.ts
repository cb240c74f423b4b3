import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service whose generations stay pending, in a process of its own so that its time is not ours. */
const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"generationId":"g","status":"pending"}');
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
