import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import type { CheckContext, Finding } from '../doctor.ts';
import { isDeckhand } from './service.ts';

/** Checks whether the port is free, or Deckhand already listens on it. */
export async function checkPort({ PORT: port }: Config, { fetch }: CheckContext): Promise<Finding> {
  const about = 'PORT';
  const server = createServer();
  try {
    server.listen(port);
    await once(server, 'listening');
    return { state: 'ok', about, says: `${port} is free` };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') {
      const todo = 'Set another port; ports below 1024 are usually reserved for the system.';
      return { state: 'fault', about, says: `cannot listen on ${port}: ${message}`, todo };
    }
    if (await isDeckhand(`http://127.0.0.1:${port}`, fetch))
      return { state: 'ok', about, says: `a Deckhand listens on ${port}` };
    const todo = 'Stop the program that listens there, or set another port.';
    return { state: 'fault', about, says: `${port} is used by another program`, todo };
  } finally {
    server.close();
  }
}
