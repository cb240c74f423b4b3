import type { Queries } from '../../storage/database.ts';
import { createStore } from '../../storage/keyv-store.ts';

export type PicturePolicy = ReturnType<typeof createPicturePolicy>;

/** Whether a team's cards show the first slide; they do, unless an admin has turned it off. */
export function createPicturePolicy(db: Queries) {
  const store = createStore(db, 'picture-policy');
  return {
    isOn: async (team: string): Promise<boolean> => (await store.get<string>(team)) !== 'off',
    set: async (team: string, isOn: boolean): Promise<void> =>
      void (await store.set(team, isOn ? 'on' : 'off')),
  };
}
