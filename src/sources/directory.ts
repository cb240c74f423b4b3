import { WebAPIPlatformError } from '@slack/web-api';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Clock } from '../clock.ts';
import type { SlackClient } from '../slack-client.ts';
import { withoutDirections } from '../text.ts';
import type { Names } from './markdown/context.ts';
import { retryRateLimited } from './slack-read-retry.ts';

/** Names of people, channels and groups, remembered for an hour. */
export interface Directory {
  /** The names of these ids; asks Slack for those that are not known yet. */
  namesFor(team: string, client: SlackClient, ids: Ids, signal: AbortSignal): Promise<Names>;
  /** A person's time zone, an IANA name; undefined where Slack does not say. */
  zoneOf(team: string, client: SlackClient, person: string, signal: AbortSignal): Promise<string | undefined>;
}

interface Known {
  /** null where Slack does not give the name, or it is not for everybody. */
  name: string | null;
  zone?: string | undefined;
}

const FRESH_MS = 60 * 60_000;
/** Names remembered for each team, and teams remembered. */
const PER_TEAM = 5_000;
const TEAMS = 500;
/** Calls under way at once for one generation. */
const CONCURRENCY = 4;

type Lookup = (client: SlackClient, id: string) => Promise<Known>;

export function createDirectory(clock: Clock): Directory {
  // A size in place of lru-cache's `max`, for which it would reserve memory for every team.
  const fresh = { ttl: FRESH_MS, ttlResolution: 0, perf: clock, sizeCalculation: () => 1 };
  const namesOfTeams = new LRUCache<string, LRUCache<string, Known>>({
    max: TEAMS,
    memoMethod: () => new LRUCache({ ...fresh, maxSize: PER_TEAM }),
  });
  const groupsOfTeams = new LRUCache<string, Map<string, string>>({ ...fresh, maxSize: TEAMS });

  async function find(team: string, id: string, lookUp: () => Promise<Known>, signal: AbortSignal) {
    const names = namesOfTeams.memo(team);
    const known = names.get(id);
    if (known) return known;
    const { name, zone } = await retryRateLimited(lookUp, clock, signal);
    const found = { name: name && withoutDirections(name), zone };
    names.set(id, found);
    return found;
  }

  async function findAll(
    team: string,
    client: SlackClient,
    ids: Set<string>,
    lookUp: Lookup,
    signal: AbortSignal,
  ) {
    const found = new Map<string, string | null>();
    const queue = new PQueue({ concurrency: CONCURRENCY });
    const findOne = async (id: string) => {
      found.set(id, (await find(team, id, () => lookUp(client, id), signal)).name);
    };
    try {
      await queue.addAll([...ids].map((id) => () => findOne(id)));
    } finally {
      queue.clear();
    }
    return found;
  }

  /** Slack lists all groups of a team at once. */
  async function groupsOf(team: string, client: SlackClient, signal: AbortSignal) {
    const known = groupsOfTeams.get(team);
    if (known) return known;
    const groups = await retryRateLimited(() => lookUpGroups(client), clock, signal);
    groupsOfTeams.set(team, groups);
    return groups;
  }

  return {
    async namesFor(team, client, ids, signal) {
      const people = await findAll(team, client, ids.people, lookUpSpeaker, signal);
      const channels = await findAll(team, client, ids.channels, lookUpChannel, signal);
      const groups = ids.groups.size > 0 ? await groupsOf(team, client, signal) : new Map<string, string>();
      return {
        person: (id) => people.get(id) ?? undefined,
        channel: (id) => channels.get(id),
        group: (id) => groups.get(id),
      };
    },
    async zoneOf(team, client, person, signal) {
      const known = await find(team, person, () => lookUpPerson(client, person), signal);
      return known.zone;
    },
  };
}

const lookUpPerson: Lookup = async (client, id) => {
  const { user } = await client.users.info({ user: id }).catch(orNothing);
  const { real_name: real, display_name: shown } = user?.profile ?? {};
  return { name: real || user?.real_name || shown || user?.name || null, zone: user?.tz };
};

/** A person, or an app, whose ids begin with a B. */
const lookUpSpeaker: Lookup = async (client, id) => {
  if (!id.startsWith('B')) return lookUpPerson(client, id);
  const { bot } = await client.bots.info({ bot: id }).catch(orNothing);
  return { name: bot?.name || null };
};

/** The name of a private channel is for its members, and readers of the result may be others. */
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

/** Workspaces of an organisation that are asked for their groups; Slack takes 20 such calls a minute. */
const WORKSPACES = 15;

/** With the token of an organisation, Slack wants to know which workspace is meant. */
function isForOrganisation(error: unknown): boolean {
  return error instanceof WebAPIPlatformError && error.data.error === 'missing_argument';
}

/** Slack's codes for people and channels that it does not know or show: they have no name. Other errors may pass. */
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

/** The ids in messages, whose names are looked up before anything is written. */
export interface Ids {
  /** Apps are among them. */
  people: Set<string>;
  channels: Set<string>;
  groups: Set<string>;
}

const TOKENS = /<(@[UW]|#[CGD]|!subteam\^S)([A-Z0-9]+)/g;
const ELEMENTS = /"(user|user_id|channel_id|usergroup_id)":"([A-Z0-9]+)"/g;

/** @param ids where they are added to; given back */
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
