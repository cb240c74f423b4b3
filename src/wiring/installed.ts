import { createStore } from '../storage/keyv-store.ts';
import type { Parts } from './parts.ts';

/** Whether Deckhand is in a team, as the database says at this moment. A bot token in the configuration is taken at its word. */
export function createIsInstalled({ config, db }: Pick<Parts, 'config' | 'db'>) {
  const installations = createStore(db, 'installations');
  return async (team: string): Promise<boolean> =>
    config.SLACK_BOT_TOKEN !== undefined || (await installations.has(team));
}
