import type { Retrial } from '../../digests/try-again.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import { buttonValue, findPressed, mayDecide, type Press, presserOf } from '../bolt/press.ts';
import { tell } from '../bolt/tell.ts';
import { formFromAsk } from './from-ask.ts';
import { openDeckForm } from './open.ts';

/**
 * Below what could not be made. "Change and try again" opens the form, filled with what was asked; a prompt is shown to
 * nobody but who wrote it. "Try again", below a digest, asks for the same once more: nobody has filled in a form for it.
 */
export function changeAndTryAgain(slack: SlackContext) {
  return async (press: Press) => {
    await press.ack();
    const generation = await findPressed(press, buttonValue(press), slack);
    if (!generation) return;
    if (generation.ask?.source.kind === 'channel') await digestAgain(generation, press, slack);
    else await openForm(generation, press, slack);
  };
}

async function openForm(generation: Generation, press: Press, slack: SlackContext): Promise<void> {
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
}

async function digestAgain(generation: Generation, press: Press, slack: SlackContext): Promise<void> {
  if (!(await mayDecide(press, generation, slack))) {
    await tell(press, 'Only whoever set this digest up, or a Slack admin, can do that.');
    return;
  }
  await tell(press, words[await slack.digests.tryAgain(generation.team, generation.id)]);
}

const words: Record<Retrial, string> = {
  started: 'Deckhand is trying again. A new message says how it goes.',
  already: 'This has been tried again already; the newer message says how it went.',
  'told since': 'A later digest covers that time as well, so this one is not made any more.',
  'nothing to try': 'There is nothing left to try here. `/deck schedules` can run the digest now.',
};
