import { channelOf } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { openSettings } from './settings.ts';

/** "Change defaults" on Home. */
export async function changeSettings(click: Click, slack: SlackContext): Promise<void> {
  const { actor, client, body } = click;
  const trigger = { id: body.trigger_id, isInModal: false };
  await openSettings({ client, ...actor, channel: channelOf(click), trigger }, slack);
}
