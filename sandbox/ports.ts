import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

/** The port that is wanted, or a free one where somebody else has it; 0 takes any free one. */
export async function portOr(wanted: number, host = '127.0.0.1'): Promise<number> {
  return (await listening(wanted, host)) ?? (await listening(0, host)) ?? 0;
}

/** The port, once it was listened on for a moment; undefined where it is taken. */
function listening(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen(port, host, () => {
      const { port: taken } = probe.address() as AddressInfo;
      probe.close(() => resolve(taken));
    });
  });
}
