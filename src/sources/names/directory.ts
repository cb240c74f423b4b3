import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import type { Clock } from '../../clock.ts';
import type { Names } from '../markdown/telling.ts';
import { patiently } from '../reading/patience.ts';
import type { Ids } from './ids.ts';

/** Names of people and channels, asked of Slack once and remembered for a while. */
export interface Directory {
  /** Looks up what is not known yet. */
  namesFor(team: string, client: WebClient, ids: Ids, signal: AbortSignal): Promise<Names>;
  /** A person's time zone, an IANA name; undefined where Slack does not say. */
  zoneOf(team: string, client: WebClient, person: string, signal: AbortSignal): Promise<string | undefined>;
}

interface Known {
  /** null: not to be told, or not to be found. */
  name: string | null;
  zone?: string | undefined;
  /** Milliseconds since the epoch. */
  at: number;
}

const FRESH_MS = 60 * 60_000;
/** Remembered at most, for each team and for all. */
const PER_TEAM = 5_000;
const TEAMS = 500;
/** Calls under way at once for one generation. */
const AT_ONCE = 4;

type Ask = (client: WebClient, id: string) => Promise<Omit<Known, 'at'>>;

export function createDirectory(clock: Clock): Directory {
  const teams = new Map<string, Map<string, Known>>();
  const groupLists = new Map<string, { groups: Map<string, string>; at: number }>();

  async function find(team: string, id: string, ask: () => Promise<Omit<Known, 'at'>>): Promise<Known> {
    const shelf = youngest(teams, team, TEAMS, () => new Map<string, Known>());
    const old = shelf.get(id);
    if (old && clock.now() - old.at < FRESH_MS) return old;
    const known = { ...(await ask()), at: clock.now() };
    shelf.delete(id);
    youngest(shelf, id, PER_TEAM, () => known);
    return known;
  }

  async function findAll(team: string, client: WebClient, ids: Set<string>, ask: Ask, signal: AbortSignal) {
    const found = new Map<string, string | null>();
    const waiting = [...ids];
    const work = async () => {
      for (let id = waiting.pop(); id; id = waiting.pop()) {
        const wanted = id;
        const known = await find(team, id, () => patiently(() => ask(client, wanted), clock, signal));
        found.set(wanted, known.name);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return found;
  }

  /** Slack tells of all groups of a team at once. */
  async function groupsOf(team: string, client: WebClient, signal: AbortSignal) {
    const old = groupLists.get(team);
    if (old && clock.now() - old.at < FRESH_MS) return old.groups;
    const groups = await patiently(() => askGroups(client), clock, signal);
    groupLists.delete(team);
    youngest(groupLists, team, TEAMS, () => ({ groups, at: clock.now() }));
    return groups;
  }

  return {
    async namesFor(team, client, ids, signal) {
      const people = await findAll(team, client, ids.people, askPerson, signal);
      const channels = await findAll(team, client, ids.channels, askChannel, signal);
      const groups = ids.groups.size > 0 ? await groupsOf(team, client, signal) : new Map();
      return {
        person: (id) => people.get(id) ?? undefined,
        channel: (id) => channels.get(id),
        group: (id) => groups.get(id),
      };
    },
    async zoneOf(team, client, person, signal) {
      const known = await find(team, person, () => patiently(() => askPerson(client, person), clock, signal));
      return known.zone;
    },
  };
}

const askPerson: Ask = async (client, id) => {
  const { user } = await client.users.info({ user: id }).catch(orNothing);
  const { real_name: real, display_name: shown } = user?.profile ?? {};
  return { name: real || user?.real_name || shown || user?.name || null, zone: user?.tz };
};

/** The name of a private channel is for its members, and who reads the result may be none. */
const askChannel: Ask = async (client, id) => {
  const { channel } = await client.conversations.info({ channel: id }).catch(orNothing);
  return { name: channel?.is_private === false && channel.name ? channel.name : null };
};

async function askGroups(client: WebClient): Promise<Map<string, string>> {
  const asking = { include_disabled: true };
  const { usergroups = [] } = await client.usergroups.list(asking).catch(async (error) => {
    if (!isForOrganisation(error)) return orNothing(error);
    const { teams = [] } = await client.auth.teams.list({ limit: WORKSPACES });
    const lists = teams.map(({ id }) => client.usergroups.list({ ...asking, ...(id && { team_id: id }) }));
    const answers = await Promise.all(lists.map((list) => list.catch(orNothing)));
    return { usergroups: answers.flatMap((answer) => answer.usergroups ?? []) };
  });
  return new Map(usergroups.map(({ id = '', handle, name }): [string, string] => [id, handle || name || '']));
}

/** Of an organisation: each is asked for its groups; Slack takes 20 such calls a minute. */
const WORKSPACES = 15;

/** With the token of an organisation Slack wants to know which workspace is meant. */
function isForOrganisation(error: unknown): boolean {
  return error instanceof WebAPIPlatformError && error.data.error === 'missing_argument';
}

/** Whom or what Slack does not know, or does not show, has no name; any other trouble is worth another try. */
const NAMELESS = new Set(['user_not_found', 'user_not_visible', 'channel_not_found', 'missing_scope']);

function orNothing(error: unknown): Record<string, undefined> {
  if (error instanceof WebAPIPlatformError && NAMELESS.has(error.data.error)) return {};
  throw error;
}

/** The value of a key, which becomes the youngest; the oldest goes where there are too many. */
function youngest<Value>(map: Map<string, Value>, key: string, limit: number, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next().value;
  if (map.size > limit && oldest !== undefined) map.delete(oldest);
  return value;
}
