import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt';
import { parseCommand } from '../../asks/parse-command.ts';
import type { SlackContext } from '../bolt/context.ts';
import { teamOf } from '../bolt/team.ts';
import { askToDisconnect, offerConnection } from '../connection/command.ts';
import { openSchedule, showSchedules } from '../digest/command.ts';
import { RECENT_LIMIT, recentMessage } from '../result/recent.ts';
import { showSettings } from '../settings/command.ts';
import { partPrompt } from './continuation.ts';
import { helpMessage } from './help.ts';
import { openDeckForm } from './open.ts';

type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;

/** `/deck`, with whatever was typed behind it. */
export function deckCommand(slack: SlackContext) {
  return async (args: CommandArgs) => {
    const { ack, command, respond } = args;
    await ack();
    const intent = parseCommand(command.text);
    switch (intent.kind) {
      case 'help':
        await respond({ response_type: 'ephemeral', ...helpMessage(slack) });
        return;
      case 'recent':
        await showRecent(args, slack);
        return;
      case 'connect':
        await offerConnection(args, slack);
        return;
      case 'disconnect':
        await askToDisconnect(args, slack);
        return;
      case 'schedule':
        await openSchedule(args, slack);
        return;
      case 'schedules':
        await showSchedules(args, slack);
        return;
      case 'settings':
        await showSettings(args, slack);
        return;
      case 'prompt':
        await openForm(args, slack, intent.prompt);
        return;
      case 'form':
        await openForm(args, slack, '');
    }
  };
}

async function openForm({ client, command, context }: CommandArgs, slack: SlackContext, prompt: string) {
  const form = { prompt: partPrompt(prompt), channel: command.channel_id };
  const opening = { client, team: teamOf(context), person: command.user_id };
  await openDeckForm({ ...opening, triggerId: command.trigger_id, form }, slack);
}

async function showRecent({ command, context, respond }: CommandArgs, { generations }: SlackContext) {
  const recent = await generations.recent(teamOf(context), command.user_id, RECENT_LIMIT);
  await respond({ response_type: 'ephemeral', ...recentMessage(recent) });
}
