import type { SlackContext } from '../bolt/context.ts';
import { type Press, presserOf } from '../bolt/press.ts';
import { connectView } from './connect-blocks.ts';
import { offerTo } from './offer.ts';
import { openThenFill } from './open-then-fill.ts';

/** "Connect" and "Reconnect", wherever they stand: each person who presses gets a link of their own, or whom to ask. */
export function connect(slack: SlackContext) {
  return async (press: Press) => {
    await press.ack();
    const { client, body } = press;
    const trigger = { id: body.trigger_id, isInModal: body.view?.type === 'modal' };
    await openThenFill(
      client,
      trigger,
      'Connect',
      async () => connectView(await offerTo({ client, ...presserOf(press) }, slack), slack),
      slack,
    );
  };
}
