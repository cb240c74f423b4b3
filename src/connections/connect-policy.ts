import type { Queries } from '../storage/database.ts';
import { createStore } from '../storage/keyv-store.ts';

/** People of a team who may connect it; its Slack admins and owners always may. */
export type WhoConnects = 'admins' | 'everyone';

export interface ConnectPolicy {
  of(team: string): Promise<WhoConnects>;
  set(team: string, who: WhoConnects): Promise<void>;
}

/** Admins alone, unless one of them has opened it. */
export function createConnectPolicy(db: Queries): ConnectPolicy {
  const store = createStore(db, 'connect-policy');
  return {
    of: async (team) => ((await store.get<WhoConnects>(team)) === 'everyone' ? 'everyone' : 'admins'),
    set: async (team, who) => void (await store.set(team, who)),
  };
}
