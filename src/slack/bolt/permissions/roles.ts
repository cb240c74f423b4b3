import { LRUCache } from 'lru-cache';
import type { Actor } from '../../../actor.ts';
import { type Clock, within } from '../../../clock.ts';
import type { Log } from '../../../log.ts';
import type { TeamSettings } from '../../../settings/team-settings.ts';
import type { SlackClient } from '../../../slack-client.ts';
import { eachPage } from '../../../sources/pages.ts';
import { isTokenDead, slackError } from '../calls/clients.ts';
import type { SlackContext } from '../context.ts';
import type { Acting, Who } from './permissions.ts';

/**
 * A person's role. A `guest` can open only some channels. An `outsider` is a person of another organisation, a bot, or a deactivated or
 * unknown account. The role is `unknown` if Slack did not respond.
 */
export type Role = 'admin' | 'member' | 'guest' | 'outsider' | 'unknown';

interface Member {
  client: SlackClient;
  team: string;
  person: string;
}

interface Person {
  role: Role;
  /** IANA name of the time zone; undefined if Slack does not return it. */
  zone?: string | undefined;
}

/** Slack's error codes for users outside the team. */
const UNKNOWN_PEOPLE = ['user_not_found', 'user_not_visible'];

/** Gets a person's role and time zone from Slack, without a cache. @throws if Slack does not respond */
export async function askForPerson({ client, team, person }: Member): Promise<Person> {
  try {
    const { user } = await client.users.info({ user: person });
    return user ? { role: roleOf(user, team), zone: user.tz } : { role: 'outsider' };
  } catch (error) {
    // An invalid token means that Deckhand was uninstalled. Nobody has a role in a team that has uninstalled Deckhand.
    if (isTokenDead(error) || UNKNOWN_PEOPLE.includes(slackError(error) ?? '')) return { role: 'outsider' };
    throw error;
  }
}

/** Returns false if Slack says that nobody has this id. Deactivated people are known. If Slack does not respond, returns true. */
export function isKnownToSlack({ client, person }: Pick<Member, 'client' | 'person'>): Promise<boolean> {
  return client.users.info({ user: person }).then(
    () => true,
    (error) => slackError(error) !== 'user_not_found',
  );
}

/** Reads a person's role from Slack, without a cache. Returns `unknown` if Slack does not respond, and never throws. */
export async function roleIn(member: Member, log: Log): Promise<Role> {
  return (await personOrUnknown(member, log)).role;
}

async function personOrUnknown(member: Member, log: Log): Promise<Person> {
  try {
    return await askForPerson(member);
  } catch (err) {
    log.warn({ team: member.team, err }, 'Slack did not return the role of a person');
    return { role: 'unknown' };
  }
}

/** How long a person's role and time zone are cached, in milliseconds. Without a cache, every request would ask Slack for the role. */
const CACHED_FOR_MS = 5 * 60_000;
const MAX_CACHED = 20_000;

interface Asking {
  client: SlackClient;
  actor: Actor;
}

export type People = ReturnType<typeof createPeople>;

/** Creates look-ups of people's roles and time zones, cached for 5 minutes. To check for an admin, use `roleIn`, which has no cache. */
export function createPeople({ clock, log }: { clock: Clock; log: Log }) {
  const known = new LRUCache<string, Promise<Person>>({
    max: MAX_CACHED,
    ttl: CACHED_FOR_MS,
    ttlResolution: 0,
    perf: clock,
  });

  async function ask(key: string, member: Member): Promise<Person> {
    const person = await personOrUnknown(member, log);
    if (person.role === 'unknown') known.delete(key);
    return person;
  }

  function find({ client, actor }: Asking): Promise<Person> {
    const key = `${actor.team} ${actor.person}`;
    const found = known.get(key) ?? ask(key, { client, ...actor });
    if (!known.has(key)) known.set(key, found);
    return found;
  }

  return {
    roleOf: async (asking: Asking): Promise<Role> => (await find(asking)).role,
    zoneOf: async (asking: Asking): Promise<string | undefined> => (await find(asking)).zone,
  };
}

/** The properties of Slack's user object from which a person's role is derived. */
interface User {
  /** Id of the person's workspace. A person of an Enterprise organisation may have several workspaces; this is one of them. */
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

/** Returns the role of a user in a team. @param team id of the workspace, or of the organisation for an org-wide installation */
export function roleOf(user: User, team: string): Role {
  if (isOutsider(user, team)) return 'outsider';
  if (user.is_restricted || user.is_ultra_restricted) return 'guest';
  return isAdminOf(user, team) ? 'admin' : 'member';
}

/** Returns true if a user is an admin. An organisation's admins are admins of its workspaces. A workspace's admins are not the org's. */
function isAdminOf(user: User, team: string): boolean {
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

/** Maximum number of admins that a message mentions. */
const MAX_ADMINS = 3;
/** Maximum number of pages, with `PAGE` people each, that are searched for admins or guests. */
const PAGES = 20;
/** Slack's maximum for one page of `users.list`. A team of 3,000 people then takes three requests, of which Slack allows 20 a minute. */
const PAGE = 1000;

interface Team {
  /** The Slack client of the request. Bolt adds the person's workspace to its calls (`team_id`), as Slack requires for org-wide tokens. */
  client: SlackClient;
  team: string;
}

/** Returns the ids of up to three admins of a team, owners first. Returns an empty list if Slack does not respond. */
export async function adminsToAsk({ client, team }: Team, log: Log): Promise<string[]> {
  try {
    const admins = await findAdmins({ client, team });
    return admins
      .toSorted((one, other) => Number(other.isOwner) - Number(one.isOwner))
      .slice(0, MAX_ADMINS)
      .map(({ id }) => id);
  } catch (error) {
    log.warn({ err: error }, 'Slack did not return the admins of a team');
    return [];
  }
}

const pagesOfPeople = ({ client }: Team) =>
  eachPage((page) => client.users.list({ limit: PAGE, ...page }), { most: PAGES });

/** Returns the ids of a team's guests. @throws if Slack does not respond */
export async function guestsOf(of: Team): Promise<string[]> {
  const found: string[] = [];
  for await (const { members = [] } of pagesOfPeople(of))
    found.push(...members.flatMap((user) => (user.id && roleOf(user, of.team) === 'guest' ? user.id : [])));
  return found;
}

async function findAdmins({ client, team }: Team): Promise<{ id: string; isOwner: boolean }[]> {
  const found: { id: string; isOwner: boolean }[] = [];
  const pages = pagesOfPeople({ client, team });
  for await (const { members = [] } of pages) {
    for (const user of members) {
      const { id, is_owner, enterprise_user: inOrg } = user;
      if (id && roleOf(user, team) === 'admin') {
        found.push({ id, isOwner: Boolean(is_owner || inOrg?.is_owner) });
      }
    }
    if (found.length >= MAX_ADMINS) break;
  }
  return found;
}

/** Timeout for looking up a role, in milliseconds. It is short, because a `trigger_id` and a submitted form expire after 3 s. */
const ROLE_TIMEOUT_MS = 1200;

/** Returns true if people with this role may use Deckhand: admins, members, and guests if an admin allows it. */
export function mayUse(role: Role, { guests }: Pick<TeamSettings, 'guests'>): boolean {
  return role === 'admin' || role === 'member' || (role === 'guest' && guests === 'yes');
}

/** Returns why a person may not use Deckhand in a team, as plain text; undefined if they may. */
export async function denialOfUse(
  who: Who,
  { actor, client }: Acting,
  { roleOf, settings, clock }: SlackContext,
): Promise<string | undefined> {
  if (who === 'everybody') return undefined;
  const role = await within(clock, ROLE_TIMEOUT_MS, () => roleOf({ actor, client }), 'unknown' as Role);
  if (role === 'admin' || role === 'member') return undefined;
  if (role === 'unknown') return NOT_KNOWN;
  if (mayUse(role, await settings.of(actor.team))) return undefined;
  return role === 'guest' ? NOT_FOR_GUESTS : NOT_FOR_OTHERS;
}

export const NOT_FOR_GUESTS =
  'Deckhand is not open to guests of this workspace. A Slack admin can let guests in with Workspace rules… on Deckhand’s Home.';
const NOT_FOR_OTHERS =
  'Deckhand works for the members of the workspace that installed it. Ask somebody there to make it for you.';
const NOT_KNOWN = 'Slack did not say in time who you are, so nothing was done. Please try again in a moment.';
