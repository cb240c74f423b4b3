import type { SlackContext } from '../bolt/context.ts';
import { openThenFill } from '../bolt/open-then-fill.ts';
import type { Command } from '../bolt/requests.ts';
import { connectMessage } from './connect-blocks.ts';
import { DISCONNECT_TITLE } from './disconnect-blocks.ts';
import { disconnectView } from './disconnect-view.ts';
import { offerTo } from './offer.ts';

/** `/deck connect`: a private button to the service's sign-in, or whom to ask. */
export async function offerConnection(
  { actor, client, respond }: Command,
  slack: SlackContext,
): Promise<void> {
  const offer = await offerTo({ client, ...actor }, slack);
  await respond({ response_type: 'ephemeral', ...connectMessage(offer, slack) });
}

/** `/deck disconnect`: asks first. */
export async function askToDisconnect(
  { actor, client, command }: Command,
  slack: SlackContext,
): Promise<void> {
  const trigger = { id: command.trigger_id, isInModal: false };
  const looker = { client, ...actor };
  await openThenFill(client, trigger, DISCONNECT_TITLE, () => disconnectView(looker, slack), slack);
}
