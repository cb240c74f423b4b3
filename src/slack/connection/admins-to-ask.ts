import type { WebClient } from '@slack/web-api';
import type { Log } from '../../log.ts';
import { eachPage } from '../../sources/pages.ts';
import { roleOf } from '../bolt/roles.ts';

/** People named at most; pages of 200 looked through for them. */
const NAMED = 3;
const PAGES = 5;

interface Team {
  /** As Bolt gives it: it names the workspace of who asks, which Slack wants to know where the token is org-wide. */
  client: WebClient;
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
