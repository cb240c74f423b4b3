import type { WebClient } from '@slack/web-api';
import type { Digest } from '../../digests/digest.ts';
import type { SlackContext } from '../bolt/context.ts';
import { roleIn } from '../bolt/roles.ts';

/** Who may change and stop a digest: whoever set it up, and Slack's admins. */
export async function mayManage(
  digest: Pick<Digest, 'owner' | 'team'>,
  { person, client }: { person: string; client: WebClient },
  { log }: Pick<SlackContext, 'log'>,
): Promise<boolean> {
  const { owner, team } = digest;
  return owner === person || (await roleIn({ client, team, person }, log)) === 'admin';
}
