import type { WebClient } from '@slack/web-api';
import type { Log } from '../log.ts';
import { isTokenDead } from './slack-error.ts';

/**
 * What somebody is in a team. `outsider`: a guest, a bot, or somebody of another team in a shared channel.
 * `unknown` where Slack does not say.
 */
export type Role = 'admin' | 'member' | 'outsider' | 'unknown';

interface Member {
  client: WebClient;
  team: string;
  person: string;
}

export async function roleIn({ client, team, person }: Member, log: Log): Promise<Role> {
  try {
    const { user } = await client.users.info({ user: person });
    if (!user || isOutsider(user, team)) return 'outsider';
    return isMarked(user) ? 'admin' : 'member';
  } catch (error) {
    // Deckhand has left the team, so nobody is anything in it any more.
    if (isTokenDead(error)) return 'outsider';
    log.warn({ err: error }, 'Slack did not say what a person is in a team');
    return 'unknown';
  }
}

type User = NonNullable<Awaited<ReturnType<WebClient['users']['info']>>['user']>;

function isMarked({ is_admin, is_owner, is_primary_owner }: User): boolean {
  return Boolean(is_admin || is_owner || is_primary_owner);
}

function isOutsider(user: User, team: string): boolean {
  const isForeign =
    user.team_id !== undefined && user.team_id !== team && user.enterprise_user?.enterprise_id !== team;
  return Boolean(isForeign || user.is_restricted || user.is_ultra_restricted || user.is_bot || user.deleted);
}

/** Whether Slack says that a person is an admin or owner; no where Slack does not say. */
export async function isAdmin(client: WebClient, person: string, log: Log): Promise<boolean> {
  try {
    const { user } = await client.users.info({ user: person });
    return user !== undefined && isMarked(user);
  } catch (error) {
    log.warn({ err: error }, 'Slack did not say whether a person is an admin');
    return false;
  }
}
