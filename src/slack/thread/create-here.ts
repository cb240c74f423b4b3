import type { SlackContext } from '../bolt/context.ts';
import { buttonValue, type Press, presserOf } from '../bolt/press.ts';
import { partPrompt } from '../deck/continuation.ts';
import { openDeckForm } from '../deck/open.ts';
import { openThreadForm } from './open.ts';

/** "Create a deck" in the answer to a mention: the form, with the words that were said. */
export function createHere(slack: SlackContext) {
  return async (press: Press) => {
    await press.ack();
    const { team, person, channel } = presserOf(press);
    const prompt = partPrompt((buttonValue(press) ?? '').trim());
    const opening = { client: press.client, team, person, triggerId: press.body.trigger_id };
    await openDeckForm({ ...opening, form: { prompt, ...(channel && { channel }) } }, slack);
  };
}

/** "Turn this thread into slides": the same as the shortcut. Whether the person may is asked there. */
export function threadForm(slack: SlackContext) {
  return async (press: Press) => {
    await press.ack();
    const { team, person, channel } = presserOf(press);
    const ts = buttonValue(press);
    if (!channel || !ts) return;
    const opening = { client: press.client, team, person, triggerId: press.body.trigger_id };
    await openThreadForm({ ...opening, thread: { channel, ts } }, slack);
  };
}
