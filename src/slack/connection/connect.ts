import type { SlackContext } from '../bolt/context.ts';
import { openThenFill } from '../bolt/open-then-fill.ts';
import type { Click } from '../bolt/requests.ts';
import { connectView } from './connect-blocks.ts';
import { offerTo } from './offer.ts';

/** "Connect" and "Reconnect", wherever they stand: each person who clicks gets a link of their own, or whom to ask. */
export async function connect({ actor, client, body }: Click, slack: SlackContext): Promise<void> {
  const trigger = { id: body.trigger_id, isInModal: body.view?.type === 'modal' };
  const fill = async () => connectView(await offerTo({ client, ...actor }, slack), slack);
  await openThenFill(client, trigger, 'Connect', fill, slack);
}
