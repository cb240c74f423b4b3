import { LRUCache } from 'lru-cache';
import { isOrganisation } from '../../../actor.ts';
import type { Clock } from '../../../clock.ts';
import type { DocumentAccess } from '../../../generations/document-search.ts';
import type { Log } from '../../../log.ts';
import type { SlackClient } from '../../../slack-client.ts';
import { eachPage } from '../../../sources/pages.ts';
import { slackError } from '../../bolt/calls/clients.ts';
import type { Acting } from '../../bolt/permissions/permissions.ts';

/** Looks up in Slack which conversations a person is in. The results are cached for some seconds. */

/**
 * How long a person's conversations are cached, in milliseconds. A search needs them on every keystroke, and Slack allows 20 calls a minute.
 */
export const CACHED_FOR_MS = 15_000;
/** How long the answer "not in the conversation" is cached, in milliseconds. Short, because the person may join and try again at once. */
export const NO_FOR_MS = 2_000;
/** Maximum number of entries in the cache. */
const PEOPLE = 2_000;

/** Number of results to request per page. This is Slack's maximum, so one call is nearly always enough. */
const PAGE = 999;
/** Types of conversations to list. Slack lists private conversations only if Deckhand is in them, too. */
const TYPES = 'public_channel,private_channel,mpim,im';

/** What a person may see. If Slack did not return the person's conversations, `isPartial` is true and `channels` is empty. */
export type KnownAccess = DocumentAccess & { isPartial: boolean };

export type Memberships = ReturnType<typeof createMemberships>;

export function createMemberships({ clock, log }: { clock: Clock; log: Log }) {
  const known = new LRUCache<string, Promise<Map<string, string>>>({
    max: PEOPLE,
    ttl: CACHED_FOR_MS,
    ttlResolution: 0,
    perf: clock,
  });
  const keyOf = ({ actor }: Acting) => `${actor.team} ${actor.person}`;

  function ask(key: string, asked: Promise<Map<string, string>>): Promise<Map<string, string>> {
    known.set(key, asked);
    asked.catch(() => known.delete(key));
    return asked;
  }

  /** Returns the person's conversations: a map from ids to names. */
  const conversations = (acting: Acting) =>
    known.get(keyOf(acting)) ?? ask(keyOf(acting), conversationsOf(acting));

  return {
    /**
     * Returns true if a person is in a conversation. Returns false for a private conversation that Deckhand is not in. If the team is an
     * organisation, searches the conversation's members, because Slack lists a person's conversations only by workspace.
     * @throws if Slack does not respond, or if the members of the conversation cannot be read
     */
    async isMember(acting: Acting, channel: string): Promise<boolean> {
      const { client, actor } = acting;
      const inOrganisation = isOrganisation(actor.team);
      const key = inOrganisation ? `${keyOf(acting)} ${channel}` : keyOf(acting);
      const cached = known.get(key);
      const isRecent = known.getRemainingTTL(key) > CACHED_FOR_MS - NO_FOR_MS;
      if (cached && ((await cached).has(channel) || isRecent)) return (await cached).has(channel);
      const asked = inOrganisation
        ? isAmongMembers(client, channel, actor.person).then((isIn) => new Map(isIn ? [[channel, '']] : []))
        : conversationsOf(acting);
      return (await ask(key, asked)).has(channel);
    },
    /** Returns what the person may see: their id and conversations. Never throws. Returns no conversations if Slack does not respond. */
    async accessOf(acting: Acting): Promise<KnownAccess> {
      const { team, person } = acting.actor;
      try {
        const channels = await conversations(acting);
        return { person, channels: [...channels.keys()], isPartial: false };
      } catch (err) {
        log.warn({ team, err }, 'Slack did not answer which conversations a person is in');
        return { person, channels: [], isPartial: true };
      }
    },
    /**
     * Returns the id of a channel that the person is in. Never throws. Returns undefined if there is none, or if Slack does not respond.
     * @param said the channel's name in any spelling: "Product launch" for #product-launch
     */
    async channelNamed(acting: Acting, said: string): Promise<string | undefined> {
      try {
        const channels = await conversations(acting);
        return [...channels].find(([, name]) => spelling(name) === spelling(said))?.[0];
      } catch (err) {
        log.warn({ team: acting.actor.team, err }, 'Slack did not answer which channels a person is in');
        return undefined;
      }
    },
  };
}

const spelling = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '-');

async function conversationsOf({ client, actor }: Acting): Promise<Map<string, string>> {
  const pages = eachPage((page) =>
    client.users.conversations({ user: actor.person, types: TYPES, limit: PAGE, ...page }),
  );
  const found = new Map<string, string>();
  try {
    for await (const { channels = [] } of pages)
      for (const { id, name = '' } of channels) if (id) found.set(id, name);
  } catch (error) {
    // A forged form can name a user outside the team. Such a user is in no conversation.
    if (slackError(error) !== 'user_not_found') throw error;
  }
  return found;
}

/** Maximum pages of members to search, about 100,000 members. A person on a later page counts as not in the conversation. */
const MEMBER_PAGES = 100;

/**
 * Returns true if a person is among the members of a conversation that Deckhand is in. Slack allows five times as many of these calls as of
 * `users.conversations`, so background work uses this function. @throws if Slack does not respond
 */
export async function isAmongMembers(client: SlackClient, channel: string, person: string): Promise<boolean> {
  const pages = eachPage((page) => client.conversations.members({ channel, limit: PAGE, ...page }), {
    most: MEMBER_PAGES,
  });
  for await (const { members } of pages) if (members?.includes(person)) return true;
  return false;
}
