import type { Generation } from '../../generations/generation.ts';
import { reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { refresh } from '../home/refresh.ts';

/** "Try again (may spend credits again)" and "Leave it": the word of a person that Deckhand waits for. */
export function resolveUnsure(choice: 'again' | 'leave') {
  return async (click: Click, { team, id }: Generation, slack: SlackContext): Promise<void> => {
    const isTaken = await slack.generations.resolveUnsure(team, id, choice);
    if (!isTaken) await reply(click, 'This has been decided already.');
    await refresh(click, slack);
  };
}
