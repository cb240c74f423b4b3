import type { SlackContext } from '../bolt/context.ts';
import type { Command } from '../bolt/requests.ts';
import { openSettings } from './settings.ts';

/** `/deck settings` */
export async function showSettings({ actor, client, command }: Command, slack: SlackContext): Promise<void> {
  const trigger = { id: command.trigger_id, isInModal: false };
  await openSettings({ client, ...actor, channel: command.channel_id, trigger }, slack);
}
