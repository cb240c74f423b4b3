import { LRUCache } from 'lru-cache';
import { type Actor, isOrganisation } from '../../../actor.ts';
import type { Clock } from '../../../clock.ts';
import type { Log } from '../../../log.ts';
import type { SlackClient } from '../../../slack-client.ts';
import { slackError } from '../../bolt/calls/clients.ts';
import type { Acting } from '../../bolt/permissions/permissions.ts';
import type { Choice } from '../form/menus.ts';

/** Looks up user groups in Slack, for the form of the budget, and to check whether a person may spend credits. */

/**
 * The user groups of a team, or why they cannot be listed:
 * - `organisation`: Each workspace of the organisation has its own groups, and the request names no workspace.
 * - `no_scope`: The team has not granted the scope for user groups.
 * - `no_answer`: Slack did not answer, or answered with another error.
 */
export type UserGroups = Choice[] | 'organisation' | 'no_scope' | 'no_answer';

/** Returns the user groups that are in use, sorted by name, or why they cannot be listed. Never throws. */
export async function listUserGroups({ client, actor }: Acting, log: Log): Promise<UserGroups> {
  if (isOrganisation(actor.team)) return 'organisation';
  try {
    const { usergroups = [] } = await client.usergroups.list();
    return usergroups
      .map(({ id = '', name = '', handle = '' }) => ({ id, name: name || handle, description: `@${handle}` }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  } catch (err) {
    if (slackError(err) === 'missing_scope') return 'no_scope';
    log.warn({ team: actor.team, err }, 'Slack did not list the user groups');
    return 'no_answer';
  }
}

/** How long the members of a user group are cached, in milliseconds. Slack allows 20 calls of `usergroups.users.list` a minute. */
export const GROUP_CACHED_MS = 60_000;
/** Maximum number of user groups in the cache. */
const GROUPS = 2_000;

interface Members {
  clientFor(team: string): Promise<SlackClient>;
  clock: Clock;
}

/** Creates the function that checks whether a person is in at least one of the given user groups. */
export function createIsInGroup({ clientFor, clock }: Members) {
  const known = new LRUCache<string, Promise<Set<string>>>({
    ...{ max: GROUPS, ttl: GROUP_CACHED_MS, ttlResolution: 0, perf: clock },
  });

  function membersOf(team: string, group: string): Promise<Set<string>> {
    const key = `${team} ${group}`;
    const cached = known.get(key);
    if (cached) return cached;
    const asked = clientFor(team).then((client) => lookUpMembers(client, group));
    known.set(key, asked);
    asked.catch(() => known.delete(key));
    return asked;
  }

  /** @throws if Slack did not return the members of one group, and the person is in none of the other groups */
  return async ({ team, person }: Actor, groups: string[]): Promise<boolean> => {
    const answers = await Promise.allSettled(groups.map((group) => membersOf(team, group)));
    if (answers.some((answer) => answer.status === 'fulfilled' && answer.value.has(person))) return true;
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed) throw failed.reason;
    return false;
  };
}

async function lookUpMembers(client: SlackClient, usergroup: string): Promise<Set<string>> {
  try {
    return new Set((await client.usergroups.users.list({ usergroup })).users);
  } catch (error) {
    // The user group does not exist any more, so nobody is in it.
    if (slackError(error) === 'no_such_subteam') return new Set();
    throw error;
  }
}
