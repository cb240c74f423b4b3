import { DISCONNECT_TITLE } from '../blocks/disconnect.ts';
import { disconnectView } from '../connecting/disconnect-view.ts';
import { openThenFill } from '../connecting/open-then-fill.ts';
import type { SlackContext } from '../context.ts';
import { type Press, presserOf } from './press.ts';

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
