import type { SlackContext } from '../bolt/context.ts';
import { type Press, presserOf } from '../bolt/press.ts';
import { DISCONNECT_TITLE } from './disconnect-blocks.ts';
import { disconnectView } from './disconnect-view.ts';
import { openThenFill } from './open-then-fill.ts';

/** "Disconnect" on Home: asks first. */
export function disconnect(slack: SlackContext) {
  return async (press: Press) => {
    await press.ack();
    const { client, body } = press;
    const trigger = { id: body.trigger_id, isInModal: false };
    const looker = { client, ...presserOf(press) };
    await openThenFill(client, trigger, DISCONNECT_TITLE, () => disconnectView(looker, slack), slack);
  };
}
