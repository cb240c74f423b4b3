import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The one address of all processes of the app, as a load balancer has it: a request goes to one that listens, and to
 * another where that one takes no connection. What a process had begun to answer when it died is answered by nobody.
 */
export async function startBalancer() {
  let ports: number[] = [];
  let turn = 0;
  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', () => answer.destroy());
    incoming.on('end', () => {
      turn += 1;
      const order = ports.map((_, index) => ports[(index + turn) % ports.length] ?? 0);
      forward(order, Buffer.concat(chunks));
    });

    function forward([port, ...others]: number[], body: Buffer): void {
      if (port === undefined) {
        answer.writeHead(502).end();
        return;
      }
      const { method, url, headers } = incoming;
      const passed = request(
        { host: '127.0.0.1', port, method, path: url, headers, agent: false },
        (response) => {
          answer.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(answer);
          response.on('error', () => answer.destroy());
        },
      );
      passed.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') forward(others, body);
        else answer.destroy();
      });
      passed.end(body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Ports of the processes that listen. */
    leadTo(listening: number[]): void {
      ports = listening;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
