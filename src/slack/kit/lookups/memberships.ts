import { LRUCache } from 'lru-cache';
import { isOrganisation } from '../../../actor.ts';
import type { Clock } from '../../../clock.ts';
import type { DocumentAccess } from '../../../generations/document-search.ts';
import type { Log } from '../../../log.ts';
import type { SlackClient } from '../../../slack-client.ts';
import { eachPage } from '../../../sources/pages.ts';
import { slackError } from '../../bolt/calls/clients.ts';
import type { Acting } from '../../bolt/permissions/permissions.ts';

/** Looks up in Slack which conversations a person is in, with a cache. */

/**
 * Milliseconds for which a person's conversations are cached. Slack allows `users.conversations` 20 times a minute per team, and
 * a search needs the conversations on every keystroke.
 */
export const CACHED_FOR_MS = 15_000;
/**
 * Milliseconds for which a cached "not in the conversation" is valid. It is shorter than `CACHED_FOR_MS`, because the person may join the
 * conversation.
 */
export const NO_FOR_MS = 2_000;
/** Maximum number of entries in the cache. */
const PEOPLE = 2_000;

/** Maximum number of results per page. It is Slack's maximum, so that one call is nearly always enough. */
const PAGE = 999;
/**
 * Types of conversations to list. Slack lists all public channels that the person is in. Of the other types, it lists only conversations
 * that Deckhand is in as well.
 */
const TYPES = 'public_channel,private_channel,mpim,im';

/** `isPartial`: Slack did not return the person's conversations, so `channels` is empty. */
export type KnownAccess = DocumentAccess & { isPartial: boolean };

export type Memberships = ReturnType<typeof createMemberships>;

export function createMemberships({ clock, log }: { clock: Clock; log: Log }) {
  const known = new LRUCache<string, Promise<Set<string>>>({
    max: PEOPLE,
    ttl: CACHED_FOR_MS,
    ttlResolution: 0,
    perf: clock,
  });
  const keyOf = ({ actor }: Acting) => `${actor.team} ${actor.person}`;

  function ask(key: string, asked: Promise<Set<string>>): Promise<Set<string>> {
    known.set(key, asked);
    asked.catch(() => known.delete(key));
    return asked;
  }

  return {
    /**
     * Returns true if a person is in a conversation. Returns false for a private conversation that Deckhand is not in. With an org-wide
     * token, Slack lists a person's conversations only for a given workspace, which may not be known. So the members of the conversation
     * are searched instead.
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
        ? isAmongMembers(client, channel, actor.person).then((isIn) => new Set(isIn ? [channel] : []))
        : conversationsOf(acting);
      return (await ask(key, asked)).has(channel);
    },
    /**
     * Returns which documents a person may see: documents that they asked for, and documents of the conversations that they are in. Never
     * throws.
     */
    async accessOf(acting: Acting): Promise<KnownAccess> {
      const { team, person } = acting.actor;
      try {
        const channels = await (known.get(keyOf(acting)) ?? ask(keyOf(acting), conversationsOf(acting)));
        return { person, channels: [...channels], isPartial: false };
      } catch (err) {
        log.warn({ team, err }, 'Slack did not answer which conversations a person is in');
        return { person, channels: [], isPartial: true };
      }
    },
  };
}

async function conversationsOf({ client, actor }: Acting): Promise<Set<string>> {
  const pages = eachPage((page) =>
    client.users.conversations({ user: actor.person, types: TYPES, limit: PAGE, ...page }),
  );
  const found = new Set<string>();
  try {
    for await (const { channels = [] } of pages) for (const { id } of channels) if (id) found.add(id);
  } catch (error) {
    // A forged form can name a person outside the team. This person is in no conversation.
    if (slackError(error) !== 'user_not_found') throw error;
  }
  return found;
}

/** Maximum number of pages to search, which is about 100,000 members. A person who is not on these pages counts as not in the conversation. */
const MEMBER_PAGES = 100;

/**
 * Searches the members of a conversation that Deckhand is in. One call is usually enough, because most private channels have fewer members
 * than fit on a page. Background work uses this instead of `users.conversations`, because the rate limit of `conversations.members` is five
 * times as high.
 * @throws if Slack does not respond
 */
export async function isAmongMembers(client: SlackClient, channel: string, person: string): Promise<boolean> {
  const pages = eachPage((page) => client.conversations.members({ channel, limit: PAGE, ...page }), {
    most: MEMBER_PAGES,
  });
  for await (const { members } of pages) if (members?.includes(person)) return true;
  return false;
}
