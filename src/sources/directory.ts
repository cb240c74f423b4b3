import { WebAPIPlatformError } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Clock } from '../clock.ts';
import type { SlackClient } from '../slack-client.ts';
import { withoutDirections } from '../text.ts';
import type { Names } from './markdown/context.ts';

/** Names for the transcript of one conversation. They are kept after a rate limit, so the next attempt looks up only the missing names. */
export interface NeededNames {
  /** Ids of the people, apps, channels and user groups in the messages. Undefined until the whole conversation has been read. */
  ids?: Ids;
  /** Names of people, apps and channels that were looked up, by id. Null if Slack returned no name or the channel is not public. */
  found: Map<string, string | null>;
}

/** Looks up names of people, channels and user groups. All names are cached for an hour. */
export interface Directory {
  /** Returns the names for these ids. Adds each name to `found`, so that a retry after an error does not look it up again. */
  namesFor(
    team: string,
    client: SlackClient,
    ids: Ids,
    signal: AbortSignal,
    found?: NeededNames['found'],
  ): Promise<Names>;
  /** Returns a person's time zone as an IANA name, such as Europe/Berlin; undefined if Slack does not return one. */
  zoneOf(team: string, client: SlackClient, person: string): Promise<string | undefined>;
}

interface Known {
  name: string | null;
  zone?: string | undefined;
}

const FRESH_MS = 60 * 60_000;
/** Maximum number of cached names per team. */
const PER_TEAM = 5_000;
const TEAMS = 500;
/** Maximum number of concurrent calls to Slack for the names of one conversation. */
const CONCURRENCY = 4;

type Lookup = (client: SlackClient, id: string) => Promise<Known>;

export function createDirectory(clock: Clock): Directory {
  // Use `maxSize` instead of `max`, because lru-cache reserves memory for `max` entries at once, and there is one cache per team.
  const fresh = { ttl: FRESH_MS, ttlResolution: 0, perf: clock, sizeCalculation: () => 1 };
  const namesOfTeams = new LRUCache<string, LRUCache<string, Known>>({
    max: TEAMS,
    memoMethod: () => new LRUCache({ ...fresh, maxSize: PER_TEAM }),
  });
  const groupsOfTeams = new LRUCache<string, Map<string, string>>({ ...fresh, maxSize: TEAMS });

  async function find(team: string, id: string, lookUp: () => Promise<Known>): Promise<Known> {
    const names = namesOfTeams.memo(team);
    const known = names.get(id);
    if (known) return known;
    const { name, zone } = await lookUp();
    const found = { name: name && withoutDirections(name), zone };
    names.set(id, found);
    return found;
  }

  async function findAll(
    team: string,
    client: SlackClient,
    ids: Set<string>,
    lookUp: Lookup,
    { signal, found }: { signal: AbortSignal; found: NeededNames['found'] },
  ): Promise<void> {
    const missing = [...ids].filter((id) => !found.has(id));
    const queue = new PQueue({ concurrency: CONCURRENCY });
    const findOne = async (id: string) => {
      signal.throwIfAborted();
      found.set(id, (await find(team, id, () => lookUp(client, id))).name);
    };
    try {
      await queue.addAll(missing.map((id) => () => findOne(id)));
    } finally {
      queue.clear();
    }
  }

  async function groupsOf(team: string, client: SlackClient): Promise<Map<string, string>> {
    const known = groupsOfTeams.get(team);
    if (known) return known;
    const groups = await lookUpGroups(client);
    groupsOfTeams.set(team, groups);
    return groups;
  }

  return {
    async namesFor(team, client, ids, signal, found = new Map()) {
      await findAll(team, client, ids.people, lookUpSpeaker, { signal, found });
      await findAll(team, client, ids.channels, lookUpChannel, { signal, found });
      const groups = ids.groups.size > 0 ? await groupsOf(team, client) : new Map<string, string>();
      return {
        person: (id) => found.get(id) ?? undefined,
        channel: (id) => found.get(id),
        group: (id) => groups.get(id),
      };
    },
    zoneOf: async (team, client, person) =>
      (await find(team, person, () => lookUpPerson(client, person))).zone,
  };
}

const lookUpPerson: Lookup = async (client, id) => {
  const { user } = await client.users.info({ user: id }).catch(orNothing);
  const { real_name: real, display_name: shown } = user?.profile ?? {};
  return { name: real || user?.real_name || shown || user?.name || null, zone: user?.tz };
};

/** Looks up the name of a person, or of an app if the id begins with B. */
const lookUpSpeaker: Lookup = async (client, id) => {
  if (!id.startsWith('B')) return lookUpPerson(client, id);
  const { bot } = await client.bots.info({ bot: id }).catch(orNothing);
  return { name: bot?.name || null };
};

/** Looks up the name of a public channel. A private channel's name is null, because readers of the result may not be its members. */
const lookUpChannel: Lookup = async (client, id) => {
  const { channel } = await client.conversations.info({ channel: id }).catch(orNothing);
  return { name: channel?.is_private === false && channel.name ? channel.name : null };
};

async function lookUpGroups(client: SlackClient): Promise<Map<string, string>> {
  const options = { include_disabled: true };
  const { usergroups = [] } = await client.usergroups.list(options).catch(async (error) => {
    if (!isForOrganisation(error)) return orNothing(error);
    const { teams = [] } = await client.auth.teams.list({ limit: WORKSPACES });
    const lists = teams.map(({ id }) => client.usergroups.list({ ...options, ...(id && { team_id: id }) }));
    const answers = await Promise.all(lists.map((list) => list.catch(orNothing)));
    return { usergroups: answers.flatMap((answer) => answer.usergroups ?? []) };
  });
  return new Map(usergroups.map(({ id = '', handle, name }): [string, string] => [id, handle || name || '']));
}

/** Maximum workspaces of an organisation whose user groups are read, because Slack allows 20 calls of `usergroups.list` a minute. */
const WORKSPACES = 15;

/** Returns true if Slack refused the call because `team_id` is missing. With the token of an organisation, Slack requires `team_id`. */
function isForOrganisation(error: unknown): boolean {
  return error instanceof WebAPIPlatformError && error.data.error === 'missing_argument';
}

/** Slack's error codes for ids whose name Slack does not return. `orNothing` returns no name for these errors and throws all others. */
const NAMELESS = new Set([
  'user_not_found',
  'user_not_visible',
  'bot_not_found',
  'channel_not_found',
  'missing_scope',
]);

function orNothing(error: unknown): Record<string, undefined> {
  if (error instanceof WebAPIPlatformError && NAMELESS.has(error.data.error)) return {};
  throw error;
}

/** Ids that occur in messages. The transcript needs the names of these people, apps, channels and user groups. */
export interface Ids {
  /** Ids of people and apps. */
  people: Set<string>;
  channels: Set<string>;
  groups: Set<string>;
}

const TOKENS = /<(@[UW]|#[CGD]|!subteam\^S)([A-Z0-9]+)/g;
const ELEMENTS = /"(user|user_id|channel_id|usergroup_id)":"([A-Z0-9]+)"/g;

/** Finds the ids that occur in messages and adds them to `ids`, which is also the return value. */
export function idsIn(
  messages: unknown,
  ids: Ids = { people: new Set(), channels: new Set(), groups: new Set() },
): Ids {
  const json = JSON.stringify(messages) ?? '';
  for (const [, kind = '', rest = ''] of json.matchAll(TOKENS)) {
    const id = `${kind.at(-1)}${rest}`;
    if (kind.startsWith('@')) ids.people.add(id);
    else if (kind.startsWith('#')) ids.channels.add(id);
    else ids.groups.add(id);
  }
  for (const [, key, id = ''] of json.matchAll(ELEMENTS)) {
    if (key === 'channel_id') ids.channels.add(id);
    else if (key === 'usergroup_id') ids.groups.add(id);
    else ids.people.add(id);
  }
  return ids;
}
