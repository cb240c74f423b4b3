import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt';
import type { SlackContext } from '../bolt/context.ts';
import { teamOf } from '../bolt/team.ts';
import { digestsMessage } from './list-blocks.ts';
import { listDigests } from './lists.ts';
import { openDigestForm } from './open.ts';

type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;

/** `/deck schedule` */
export async function openSchedule(
  { client, command, context }: CommandArgs,
  slack: SlackContext,
): Promise<void> {
  const trigger = { id: command.trigger_id, isInModal: false };
  const opening = { client, team: teamOf(context), person: command.user_id, channel: command.channel_id };
  await openDigestForm({ ...opening, trigger }, slack);
}

/** `/deck schedules` */
export async function showSchedules({ client, command, context, respond }: CommandArgs, slack: SlackContext) {
  const looker = { client, team: teamOf(context), person: command.user_id, channel: command.channel_id };
  const listed = await listDigests(looker, slack);
  await respond({ response_type: 'ephemeral', ...digestsMessage(listed, slack) });
}
