import { z } from 'zod';
import type { Queries } from '../storage/database.ts';
import { createStore } from '../storage/keyv-store.ts';

/** What a team's admins decide for all of it, and what holds until they do. A new one is a row here. */
const settings = {
  /** People who may connect the team; its Slack admins and owners always may. */
  whoConnects: z.enum(['admins', 'everyone']).catch('admins'),
  /** Whether guests may use Deckhand, and spend credits. */
  guests: z.enum(['no', 'yes']).catch('no'),
  /** What people who asked for a document learn of its readers: who they are, how many, or nothing. */
  readers: z.enum(['names', 'figures', 'nothing']).catch('names'),
  /** What a search goes through: documents made with Deckhand here, or all that the connected account sees. */
  search: z.enum(['made_here', 'account']).catch('made_here'),
  /** Whether cards show the first slide. */
  pictures: z.enum(['on', 'off']).catch('on'),
};

const settingsSchema = z.object(settings);
export type TeamSettings = z.output<typeof settingsSchema>;
export type WhoConnects = TeamSettings['whoConnects'];

export interface TeamSettingsStore {
  of(team: string): Promise<TeamSettings>;
  /** Others stay as they are. */
  set(team: string, changes: Partial<TeamSettings>): Promise<void>;
}

/** Each setting has a key of its own, so that of two admins neither takes back what the other has decided. */
export function createTeamSettings(db: Queries): TeamSettingsStore {
  const store = createStore(db, 'team-settings');
  const names = Object.keys(settings);
  return {
    async of(team) {
      const values = await store.getMany(names.map((name) => `${team}/${name}`));
      return settingsSchema.parse(Object.fromEntries(names.map((name, at) => [name, values[at]])));
    },
    async set(team, changes) {
      const entries = Object.entries(changes).map(([name, value]) => ({ key: `${team}/${name}`, value }));
      if (entries.length > 0) await store.setMany(entries);
    },
  };
}
