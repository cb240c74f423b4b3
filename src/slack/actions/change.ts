import type { SlackContext } from '../context.ts';
import { formFromAsk } from '../views/deck/from-ask.ts';
import { openDeckForm } from '../views/deck/open.ts';
import { buttonValue, findPressed, type Press, presserOf } from './press.ts';
import { tell } from './tell.ts';

/**
 * "Change and try again": the form, filled with what was asked. A prompt is shown to nobody but who wrote it.
 */
export function changeAndTryAgain(slack: SlackContext) {
  return async (press: Press) => {
    await press.ack();
    const generation = await findPressed(press, buttonValue(press), slack);
    if (!generation) return;
    const { team, person } = presserOf(press);
    const ask = generation.person === person ? await slack.generations.askOf(team, generation.id) : null;
    if (!ask) {
      const isOwn = generation.person === person;
      await tell(
        press,
        isOwn
          ? 'The text of this one has been deleted. `/deck` starts anew.'
          : 'Only the person who asked for this can change it. `/deck` starts one of your own.',
      );
      return;
    }
    await openDeckForm(
      { client: press.client, team, person, triggerId: press.body.trigger_id, form: formFromAsk(ask) },
      slack,
    );
  };
}
