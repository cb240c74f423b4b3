import type { HomeView, KnownBlock } from '@slack/types';
import { parseCommand } from '../../asks/parse-command.ts';
import { type Deployment, heading, type Message } from '../kit/blocks/parts.ts';
import { closedMessage } from '../kit/copy/closed.ts';
import { optOutSection } from '../settings/opt-out.ts';
import { ownDataSection } from '../settings/own-data.ts';

/**
 * What people see who may not use Deckhand. Their messages can be part of other people's documents, and they may have used Deckhand
 * before, so they can opt out and have their data erased.
 */

/** Builds the Home tab. @param why the reason, as plain text */
export function closedHomeView(why: string, isOptedOut: boolean, deployment: Deployment): HomeView {
  const divider: KnownBlock = { type: 'divider' };
  return {
    type: 'home',
    blocks: [
      ...closedMessage(why).blocks,
      divider,
      heading('Your words'),
      ...optOutSection(isOptedOut, deployment),
      divider,
      ...ownDataSection(),
    ],
  };
}

/**
 * Returns the response to `/deck`. `/deck settings` has the person's own data.
 * @param text what was typed after `/deck`
 * @param why the reason, as plain text
 */
export function closedCommandMessage(text: string, why: string): Message {
  const isSettings = parseCommand(text).kind === 'settings';
  const { blocks, ...message } = closedMessage(why);
  return { ...message, blocks: [...blocks, ...(isSettings ? ownDataSection() : [])] };
}
