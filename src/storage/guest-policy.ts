import type { Queries } from './database.ts';
import { createStore } from './keyv-store.ts';

/** Whether a team's guests may use Deckhand, and spend its credits: not unless an admin has opened it to them. */
export function createGuestPolicy(db: Queries) {
  const store = createStore(db, 'guest-policy');
  return {
    areLetIn: async (team: string): Promise<boolean> => (await store.get<boolean>(team)) === true,
    set: async (team: string, areLetIn: boolean): Promise<void> => void (await store.set(team, areLetIn)),
  };
}
