import type { SlackContext } from '../bolt/context.ts';
import { buttonValue, findPressed, type Press, presserOf } from '../bolt/press.ts';
import { tell } from '../bolt/tell.ts';
import { refresh } from '../home/refresh.ts';

/** "Check again" on one that is late. It costs nothing, so anyone in the conversation may. */
export function checkAgain(slack: SlackContext) {
  return async (press: Press) => {
    await press.ack();
    const generation = await findPressed(press, buttonValue(press), slack);
    if (!generation) return;
    const isTaken = await slack.generations.checkAgain(presserOf(press).team, generation.id);
    if (!isTaken) await tell(press, 'Deckhand is already looking, or this has come to its end.');
    await refresh(press, slack);
  };
}
