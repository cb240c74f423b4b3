import type { WebClient } from '@slack/web-api';
import type { Log } from '../log.ts';

/** Whether Slack says that a person is an admin or owner; no where Slack does not say. */
export async function isAdmin(client: WebClient, person: string, log: Log): Promise<boolean> {
  try {
    const { user } = await client.users.info({ user: person });
    return Boolean(user?.is_admin || user?.is_owner || user?.is_primary_owner);
  } catch (error) {
    log.warn({ err: error }, 'Slack did not say whether a person is an admin');
    return false;
  }
}
