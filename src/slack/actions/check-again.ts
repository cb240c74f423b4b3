import type { SlackContext } from '../context.ts';
import { buttonValue, findPressed, type Press, presserOf } from './press.ts';
import { refresh } from './refresh.ts';
import { tell } from './tell.ts';

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
