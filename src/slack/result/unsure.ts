import type { SlackContext } from '../bolt/context.ts';
import { buttonValue, findPressed, mayDecide, type Press, presserOf } from '../bolt/press.ts';
import { tell } from '../bolt/tell.ts';
import { refresh } from '../home/refresh.ts';

/** "Try again (may spend credits again)" and "Leave it": the word of a person that Deckhand waits for. */
export function resolveUnsure(slack: SlackContext, choice: 'again' | 'leave') {
  return async (press: Press) => {
    await press.ack();
    const generation = await findPressed(press, buttonValue(press), slack);
    if (!generation) return;
    if (!(await mayDecide(press, generation, slack))) {
      await tell(press, 'Only the person who asked for this, or a Slack admin, can decide this.');
      return;
    }
    const isTaken = await slack.generations.resolveUnsure(presserOf(press).team, generation.id, choice);
    if (!isTaken) await tell(press, 'This has been decided already.');
    await refresh(press, slack);
  };
}
