import type { SlackContext } from '../bolt/context.ts';
import type { Press } from '../bolt/press.ts';
import { teamOf } from '../bolt/team.ts';
import { openDeckForm } from './open.ts';

/** "Create a deck" on Home. */
export function createDeck(slack: SlackContext) {
  return async ({ ack, body, client, context }: Press) => {
    await ack();
    const opening = { client, team: teamOf(context), person: body.user.id };
    await openDeckForm({ ...opening, triggerId: body.trigger_id }, slack);
  };
}
