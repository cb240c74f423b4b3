import { LRUCache } from 'lru-cache';
import type { Actor } from '../../actor.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { SlackClient } from '../../slack-client.ts';
import { eachPage } from '../../sources/pages.ts';
import { isTokenDead } from './slack-error.ts';

/**
 * A person's role in a team. `guest`: somebody whom the team lets into some of its channels. `outsider`: a person of another
 * organisation in a shared channel, or a bot. `unknown`: Slack did not say.
 */
export type Role = 'admin' | 'member' | 'guest' | 'outsider' | 'unknown';

interface Member {
  client: SlackClient;
  team: string;
  person: string;
}

export async function roleIn({ client, team, person }: Member, log: Log): Promise<Role> {
  try {
    const { user } = await client.users.info({ user: person });
    return user ? roleOf(user, team) : 'outsider';
  } catch (error) {
    // Deckhand is no longer in the team, so nobody has a role there.
    if (isTokenDead(error)) return 'outsider';
    log.warn({ err: error }, 'Slack did not say what a person is in a team');
    return 'unknown';
  }
}

/** Roles change rarely, and each click asks for one. Milliseconds. */
const KNOWN_FOR_MS = 5 * 60_000;
const PEOPLE = 20_000;

export type KnownRoles = ReturnType<typeof createKnownRoles>;

/** Remembers roles for some minutes: for what anybody of the team may do. What admins alone may do asks anew. */
export function createKnownRoles({ clock, log }: { clock: Clock; log: Log }) {
  const known = new LRUCache<string, Promise<Role>>({
    max: PEOPLE,
    ttl: KNOWN_FOR_MS,
    ttlResolution: 0,
    perf: clock,
  });

  async function ask(key: string, member: Member): Promise<Role> {
    const role = await roleIn(member, log);
    if (role === 'unknown') known.delete(key);
    return role;
  }

  return ({ client, actor }: { client: SlackClient; actor: Actor }): Promise<Role> => {
    const key = `${actor.team} ${actor.person}`;
    const found = known.get(key) ?? ask(key, { client, ...actor });
    if (!known.has(key)) known.set(key, found);
    return found;
  };
}

/** The part of Slack's answer on a person that roles depend on. */
interface User {
  /** The workspace they belong to; in an organisation one of those. */
  team_id?: string;
  is_admin?: boolean;
  is_owner?: boolean;
  is_primary_owner?: boolean;
  is_restricted?: boolean;
  is_ultra_restricted?: boolean;
  is_bot?: boolean;
  deleted?: boolean;
  enterprise_user?: { enterprise_id?: string; is_admin?: boolean; is_owner?: boolean; teams?: string[] };
}

/** @param team the workspace, or the organisation where Deckhand is installed org-wide */
export function roleOf(user: User, team: string): Role {
  if (isOutsider(user, team)) return 'outsider';
  if (user.is_restricted || user.is_ultra_restricted) return 'guest';
  return isMarked(user, team) ? 'admin' : 'member';
}

/** An admin of one workspace is none of the whole organisation; an admin of the organisation is one everywhere in it. */
function isMarked(user: User, team: string): boolean {
  const { is_admin, is_owner, is_primary_owner, enterprise_user: inOrg } = user;
  if (inOrg?.is_admin || inOrg?.is_owner) return true;
  return inOrg?.enterprise_id !== team && Boolean(is_admin || is_owner || is_primary_owner);
}

function isOutsider(user: User, team: string): boolean {
  return Boolean(isForeign(user, team) || user.is_bot || user.deleted);
}

function isForeign({ team_id: home, enterprise_user: inOrg }: User, team: string): boolean {
  const isOfOrg = inOrg?.enterprise_id === team || inOrg?.teams?.includes(team);
  return home !== undefined && home !== team && !isOfOrg;
}

/** Admins that are named at most, and the pages of 200 people that are searched for them. */
const NAMED = 3;
const PAGES = 5;

interface Team {
  /** Bolt's own: it names the asker's workspace, which Slack wants where the token is org-wide. */
  client: SlackClient;
  team: string;
}

/** Some of those who may connect a team, owners first; none where Slack does not say. */
export async function adminsToAsk({ client, team }: Team, log: Log): Promise<string[]> {
  try {
    const admins = await findAdmins({ client, team });
    return admins
      .toSorted((one, other) => Number(other.isOwner) - Number(one.isOwner))
      .slice(0, NAMED)
      .map(({ id }) => id);
  } catch (error) {
    log.warn({ err: error }, 'Slack did not say who its admins are');
    return [];
  }
}

async function findAdmins({ client, team }: Team): Promise<{ id: string; isOwner: boolean }[]> {
  const found: { id: string; isOwner: boolean }[] = [];
  const pages = eachPage((page) => client.users.list({ limit: 200, ...page }), { most: PAGES });
  for await (const { members = [] } of pages) {
    for (const user of members) {
      const { id, is_owner, enterprise_user: inOrg } = user;
      if (id && roleOf(user, team) === 'admin') {
        found.push({ id, isOwner: Boolean(is_owner || inOrg?.is_owner) });
      }
    }
    if (found.length >= NAMED) break;
  }
  return found;
}
