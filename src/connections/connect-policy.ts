import type { Queries } from '../storage/database.ts';
import { createStore } from '../storage/keyv-store.ts';

/** People of a team who may connect it; its Slack admins and owners always may. */
export type WhoConnects = 'admins' | 'everyone';

export type ConnectPolicy = ReturnType<typeof createConnectPolicy>;

/** Admins alone, unless one of them has opened it. */
export function createConnectPolicy(db: Queries) {
  const store = createStore(db, 'connect-policy');
  return {
    of: async (team: string): Promise<WhoConnects> =>
      (await store.get<WhoConnects>(team)) === 'everyone' ? 'everyone' : 'admins',
    set: async (team: string, who: WhoConnects): Promise<void> => void (await store.set(team, who)),
  };
}
