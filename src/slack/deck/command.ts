import type { SlackContext } from '../bolt/context.ts';
import type { Command } from '../bolt/requests.ts';
import { partPrompt } from '../kit/ask-fields/prompt.ts';
import { helpMessage } from '../kit/help.ts';
import { openDeckForm } from './open.ts';

/** `/deck`, alone or with words for the prompt. */
export async function openFromCommand(
  { actor, client, command }: Command,
  slack: SlackContext,
  words: string,
): Promise<void> {
  const form = { prompt: partPrompt(words), channel: command.channel_id };
  await openDeckForm({ client, ...actor, triggerId: command.trigger_id, form }, slack);
}

/** `/deck help` */
export async function showHelp({ respond }: Command, slack: SlackContext): Promise<void> {
  await respond({ response_type: 'ephemeral', ...helpMessage(slack) });
}
