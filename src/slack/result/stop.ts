import type { Generation } from '../../generations/generation.ts';
import { reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { refresh } from '../home/refresh.ts';

/** "Stop following". The message in the conversation is rewritten by the delivery. */
export async function stopFollowing(
  click: Click,
  { team, id }: Generation,
  slack: SlackContext,
): Promise<void> {
  const isStopped = await slack.generations.stop(team, id);
  if (!isStopped) await reply(click, 'This has already come to its end, so there is nothing to stop.');
  await refresh(click, slack);
}
