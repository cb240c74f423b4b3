import type { SlackContext } from '../context.ts';
import { teamOf } from '../team.ts';
import { openDeckForm } from '../views/deck/open.ts';
import type { Press } from './press.ts';

/** "Create a deck" on Home. */
export function createDeck(slack: SlackContext) {
  return async ({ ack, body, client, context }: Press) => {
    await ack();
    const opening = { client, team: teamOf(context), person: body.user.id };
    await openDeckForm({ ...opening, triggerId: body.trigger_id }, slack);
  };
}
