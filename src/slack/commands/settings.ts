import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt';
import type { SlackContext } from '../context.ts';
import { teamOf } from '../team.ts';
import { openSettings } from '../views/settings/settings.ts';

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
