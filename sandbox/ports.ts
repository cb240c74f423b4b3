import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

/** First of the ports to try. All are below the ephemeral ports, because the system gives those to any process. */
const FIRST = 20_000;
const COUNT = 10_000;
/** Number of ports to try before the system chooses one. */
const TRIES = 20;

/** Returns the wanted port, or another free one if it is in use. 0 means any free port. */
export async function portOr(wanted: number): Promise<number> {
  const others = Array.from({ length: TRIES }, () => FIRST + Math.floor(Math.random() * COUNT));
  for (const port of wanted === 0 ? others : [wanted, ...others]) {
    const free = await listening(port);
    if (free) return free;
  }
  return (await listening(0)) ?? 0;
}

/** Listens on a port for a moment to check that it is free. Returns undefined if it is in use. */
function listening(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen(port, '127.0.0.1', () => {
      const { port: taken } = probe.address() as AddressInfo;
      probe.close(() => resolve(taken));
    });
  });
}
