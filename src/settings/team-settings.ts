import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { spendKinds } from '../asks/limits.ts';
import type { Clock } from '../clock.ts';
import { type Database, withLock } from '../storage/database.ts';
import { createStore } from '../storage/store.ts';

const count = z.number().int().min(0);
const credits = z.number().min(0).nullable();

/** The settings that admins choose for their whole team, with their defaults. To add a setting, add one row here. */
const settings = {
  /** Who may connect the team. Slack admins and owners always may. */
  whoConnects: z.enum(['admins', 'everyone']).catch('admins'),
  /** Whether guests may use Deckhand, and spend credits. */
  guests: z.enum(['no', 'yes']).catch('no'),
  /** Who may change a document with Deckhand: the person who asked for it (and admins), or everybody who can open the conversation. */
  changes: z.enum(['asker', 'everyone']).catch('asker'),
  /** What people see about the readers of their documents: names, only numbers (`figures`), or nothing. */
  readers: z.enum(['names', 'figures', 'nothing']).catch('figures'),
  /** Which documents a search finds: only those made with Deckhand in this team, or also other documents of the connected account. */
  search: z.enum(['made_here', 'account']).catch('made_here'),
  /** Who may get access to documents at the service: anybody whom the asker chooses, or nobody outside the connected workspace. */
  accessFor: z.enum(['anybody', 'workspace']).catch('anybody'),
  /** Whether cards show the first slide. */
  pictures: z.enum(['on', 'off']).catch('on'),
  /** The next four fields are limits for one person or one channel, described in asks/limits.ts. */
  asksUnderWay: count.catch(20),
  asksPerHour: count.catch(60),
  digestsOfPerson: count.catch(10),
  digestsInChannel: count.catch(5),
  /** The next fields are the team's budget, described in asks/limits.ts: who may spend credits, on what, and how many in a month. */
  spenders: z.enum(['everyone', 'listed']).catch('everyone'),
  spenderPeople: z.array(z.string()).catch([]),
  spenderGroups: z.array(z.string()).catch([]),
  spendOn: z.array(z.enum(spendKinds)).catch([...spendKinds]),
  creditsOfPerson: credits.catch(null),
  creditsOfChannel: credits.catch(null),
  creditsOfTeam: credits.catch(null),
  creditsOf: z.record(z.string(), credits).catch({}),
};

const settingsSchema = z.object(settings);
/** The settings of a team whose admins have changed none. */
export const defaultSettings = settingsSchema.parse({});
export type TeamSettings = z.output<typeof settingsSchema>;
export type WhoConnects = TeamSettings['whoConnects'];

type Changes = Partial<TeamSettings> | undefined;

export interface TeamSettingsStore {
  of(team: string): Promise<TeamSettings>;
  /** Stores the given settings. The other settings stay unchanged. */
  set(team: string, changes: Partial<TeamSettings>): Promise<void>;
  /** Stores the settings that `change` returns, if any. A lock keeps two admins from overwriting each other. */
  update(team: string, change: (current: TeamSettings) => Changes | Promise<Changes>): Promise<boolean>;
}

/** Milliseconds for which a team's settings are cached. They are cached because every ask reads them. */
const LIMITS_CACHED_MS = 10_000;
/** Maximum number of teams in the cache. */
const TEAMS = 1_000;

/** Adds a cache (`limitsOf`) to the store of settings. Other processes see a change up to `LIMITS_CACHED_MS` later. */
export function createLimits(settings: TeamSettingsStore, clock: Clock) {
  const known = new LRUCache<string, Promise<TeamSettings>>({
    ...{ max: TEAMS, ttl: LIMITS_CACHED_MS, ttlResolution: 0, perf: clock },
    memoMethod: settings.of,
  });
  const limitsOf = async (team: string): Promise<TeamSettings> =>
    known.memo(team).catch((error) => {
      known.delete(team);
      throw error;
    });
  const set: TeamSettingsStore['set'] = async (team, changes) => {
    await settings.set(team, changes);
    known.delete(team);
  };
  const update: TeamSettingsStore['update'] = (team, change) =>
    settings.update(team, change).finally(() => known.delete(team));
  return { limitsOf, teamSettings: { ...settings, set, update } };
}

/** Creates the store of settings. Each setting has its own key, so that admins who change different settings do not undo each other. */
export function createTeamSettings(db: Database): TeamSettingsStore {
  const store = createStore<unknown>(db, 'team-settings');
  const names = Object.keys(settings);
  const self: TeamSettingsStore = {
    async of(team) {
      const values = await store.getMany(names.map((name) => `${team}/${name}`));
      return settingsSchema.parse(Object.fromEntries(names.map((name, at) => [name, values[at]])));
    },
    async set(team, changes) {
      for (const [name, value] of Object.entries(changes)) await store.set(`${team}/${name}`, value);
    },
    update: (team, change) =>
      withLock(db, `settings ${team}`, async () => {
        const changes = await change(await self.of(team));
        if (changes) await self.set(team, changes);
        return changes !== undefined;
      }),
  };
  return self;
}
