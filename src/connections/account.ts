import type { ServiceClient } from '../service/client.ts';
import type { Account } from './connection.ts';

/** Milliseconds. The answer is only nice to have, and somebody is waiting. */
const ANSWER_WITHIN_MS = 5_000;

/** Whose credentials these are, where the service tells (field notes, `GET /me`). */
export async function accountOf(client: Pick<ServiceClient, 'getMe'>): Promise<Account | undefined> {
  try {
    const me = await client.getMe(AbortSignal.timeout(ANSWER_WITHIN_MS));
    return { email: me.email, name: me.displayName, workspace: me.workspaceName };
  } catch {
    return undefined;
  }
}
