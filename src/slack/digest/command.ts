import type { SlackContext } from '../bolt/context.ts';
import type { Command } from '../bolt/requests.ts';
import { openDigestForm } from './form/open.ts';
import { digestsMessage } from './list-blocks.ts';
import { listDigests } from './lists.ts';

/** `/deck schedule` */
export async function openSchedule({ actor, client, command }: Command, slack: SlackContext): Promise<void> {
  const trigger = { id: command.trigger_id, isInModal: false };
  await openDigestForm({ client, ...actor, channel: command.channel_id, trigger }, slack);
}

/** `/deck schedules` */
export async function showSchedules({ actor, client, command, respond }: Command, slack: SlackContext) {
  const listed = await listDigests({ client, ...actor, channel: command.channel_id }, slack);
  await respond({ response_type: 'ephemeral', ...digestsMessage(listed, slack) });
}
