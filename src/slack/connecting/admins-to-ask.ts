import type { WebClient } from '@slack/web-api';
import type { Log } from '../../log.ts';

/** People named at most; pages of 200 looked through for them. */
const NAMED = 3;
const PAGES = 5;

/** Some admins and owners of a team, owners first; none where Slack does not say. */
export async function adminsToAsk(client: WebClient, log: Log): Promise<string[]> {
  try {
    const admins = await findAdmins(client);
    return admins
      .toSorted((one, other) => Number(other.isOwner) - Number(one.isOwner))
      .slice(0, NAMED)
      .map(({ id }) => id);
  } catch (error) {
    log.warn({ err: error }, 'Slack did not say who its admins are');
    return [];
  }
}

async function findAdmins(client: WebClient): Promise<{ id: string; isOwner: boolean }[]> {
  const found: { id: string; isOwner: boolean }[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES && found.length < NAMED; page += 1) {
    const answer = await client.users.list({ limit: 200, ...(cursor && { cursor }) });
    for (const { id, deleted, is_bot, is_admin, is_owner } of answer.members ?? []) {
      if (id && !deleted && !is_bot && (is_admin || is_owner)) found.push({ id, isOwner: is_owner ?? false });
    }
    cursor = answer.response_metadata?.next_cursor;
    if (!cursor) break;
  }
  return found;
}
