import { createServer } from 'node:net';

/** The port that is wanted, or a free one where somebody else has it. */
export async function portOr(wanted: number, host = '127.0.0.1'): Promise<number> {
  return (await canListen(wanted, host)) ? wanted : 0;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
