import type { SlackContext } from '../context.ts';
import { openSettings } from '../views/settings/settings.ts';
import { type Press, presserOf } from './press.ts';

/** "Change defaults" on Home. */
export function changeSettings(slack: SlackContext) {
  return async (press: Press) => {
    await press.ack();
    const { team, person, channel } = presserOf(press);
    const trigger = { id: press.body.trigger_id, isInModal: false };
    await openSettings({ client: press.client, team, person, channel, trigger }, slack);
  };
}
