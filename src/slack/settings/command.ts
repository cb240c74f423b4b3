import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt';
import type { SlackContext } from '../bolt/context.ts';
import { teamOf } from '../bolt/team.ts';
import { openSettings } from './settings.ts';

type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;

/** `/deck settings` */
export async function showSettings(
  { client, command, context }: CommandArgs,
  slack: SlackContext,
): Promise<void> {
  const trigger = { id: command.trigger_id, isInModal: false };
  const looker = { client, team: teamOf(context), person: command.user_id, channel: command.channel_id };
  await openSettings({ ...looker, trigger }, slack);
}
