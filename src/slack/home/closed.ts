import type { HomeView, KnownBlock } from '@slack/types';
import { parseCommand } from '../../asks/parse-command.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Command } from '../bolt/requests.ts';
import { optOutSection, ownDataSection } from '../kit/blocks/own-words.ts';
import { type Deployment, heading } from '../kit/blocks/parts.ts';
import { answerClosed, type Closed, closedAnswer } from '../kit/copy/closed.ts';
import { commandSentence } from '../mention/command-sentence.ts';
import { isAboutDocuments } from '../mention/kept-sentence.ts';
import { refuseSentence } from '../mention/shut-out.ts';

/** Home tab and `/deck` for people who may not use Deckhand. They can opt out and erase data, because documents may use their messages. */

export function closedHomeView(closed: Closed, isOptedOut: boolean, deployment: Deployment): HomeView {
  const divider: KnownBlock = { type: 'divider' };
  return {
    type: 'home',
    blocks: [
      ...closedAnswer('help', { ...closed, isHome: true }, deployment).blocks,
      divider,
      heading('Your words'),
      ...optOutSection(isOptedOut, deployment),
      divider,
      ...ownDataSection('shut out'),
    ],
  };
}

/**
 * Replies to `/deck` of a person who may not use Deckhand. `/deck settings` offers to export and erase the person's data.
 * @param why the reason why the person may not use Deckhand, as plain text
 */
export async function refuseCommand(request: Command, why: string, slack: SlackContext): Promise<void> {
  const { text } = request.command;
  const parsed = parseCommand(text);
  if (parsed.kind === 'prompt' || isAboutDocuments(text))
    return refuseSentence(commandSentence(request, text), why, slack);
  const isSettings = parsed.kind === 'settings';
  const { blocks, ...message } = await answerClosed(isSettings ? '' : text, request, why, slack);
  const more = isSettings ? ownDataSection('shut out') : [];
  await request.respond({ response_type: 'ephemeral', ...message, blocks: [...blocks, ...more] });
}
