import type { Generation } from '../../generations/generation.ts';
import { reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { refresh } from '../home/refresh.ts';

/** "Check again" on one that is overdue. It costs nothing. */
export async function checkAgain(click: Click, { team, id }: Generation, slack: SlackContext): Promise<void> {
  const isTaken = await slack.generations.checkAgain(team, id);
  if (!isTaken) await reply(click, 'Deckhand is already looking, or this has come to its end.');
  await refresh(click, slack);
}
