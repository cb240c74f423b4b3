import type { SlackContext } from '../bolt/context.ts';
import { type Press, presserOf } from '../bolt/press.ts';
import { openSettings } from './settings.ts';

/** "Change defaults" on Home. */
export function changeSettings(slack: SlackContext) {
  return async (press: Press) => {
    await press.ack();
    const { team, person, channel } = presserOf(press);
    const trigger = { id: press.body.trigger_id, isInModal: false };
    await openSettings({ client: press.client, team, person, channel, trigger }, slack);
  };
}
