import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

/** Below the ports that systems hand out by themselves, so that nobody is given one before it is used. */
const FIRST = 20_000;
const COUNT = 10_000;
/** Ports tried before the system is asked for one. */
const TRIES = 20;

/** The port that is wanted, or a free one where somebody else has it; 0 takes any free one. */
export async function portOr(wanted: number, host = '127.0.0.1'): Promise<number> {
  const others = Array.from({ length: TRIES }, () => FIRST + Math.floor(Math.random() * COUNT));
  for (const port of wanted === 0 ? others : [wanted, ...others]) {
    const free = await listening(port, host);
    if (free) return free;
  }
  return (await listening(0, host)) ?? 0;
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
