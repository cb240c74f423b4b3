import { connectView } from '../blocks/connect.ts';
import { offerTo } from '../connecting/offer.ts';
import { openThenFill } from '../connecting/open-then-fill.ts';
import type { SlackContext } from '../context.ts';
import { type Press, presserOf } from './press.ts';

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
