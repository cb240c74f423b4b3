import type { Call } from './http/caller.ts';
import { type Me, me } from './schemas/me.ts';

export interface MeCalls {
  /** Who the connection speaks for. Not in the interface and not everywhere: be ready for `NotFound`. */
  getMe(signal?: AbortSignal): Promise<Me>;
}

export function meCalls(call: Call): MeCalls {
  return {
    async getMe(signal) {
      return call({ route: 'GET /me', signal, answer: me });
    },
  };
}
