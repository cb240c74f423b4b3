import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import type { CheckContext, Finding } from '../doctor.ts';
import { isDeckhand } from './service.ts';

/** Whether this process could listen where it is to, or a Deckhand does so already. */
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
      const todo = 'Set another one; those below 1024 are mostly kept for the system.';
      return { state: 'fault', about, says: `${port} cannot be listened on: ${message}`, todo };
    }
    if (await isDeckhand(`http://127.0.0.1:${port}`, fetch))
      return { state: 'ok', about, says: `a Deckhand listens on ${port}` };
    const todo = 'Stop what listens there, or set another one.';
    return { state: 'fault', about, says: `${port} is taken by something else`, todo };
  } finally {
    server.close();
  }
}
