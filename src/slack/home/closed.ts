import type { HomeView, KnownBlock } from '@slack/types';
import { parseCommand } from '../../asks/parse-command.ts';
import { NOT_FOR_GUESTS } from '../bolt/permissions/roles.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { button, buttons, type Deployment, heading, type Message, section } from '../kit/blocks/parts.ts';
import { optOutSection } from '../settings/opt-out.ts';
import { ownDataSection } from '../settings/own-data.ts';

/**
 * What people see who may not use Deckhand. Their messages can be part of other people's documents, and they may have used Deckhand
 * before, so they can opt out and have their data erased.
 */

/** Returns the reason, and for guests the button that asks an admin. @param why the reason, as plain text */
function reasonBlocks(why: string): KnownBlock[] {
  const request = button('Ask an admin', actions.askToOpenForGuests, 'guest');
  return [section(why), ...(why === NOT_FOR_GUESTS ? buttons(request) : [])];
}

/** Builds the Home tab. @param why the reason, as plain text */
export function closedHomeView(why: string, isOptedOut: boolean, deployment: Deployment): HomeView {
  const divider: KnownBlock = { type: 'divider' };
  return {
    type: 'home',
    blocks: [
      ...reasonBlocks(why),
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
  return { text: why, blocks: [...reasonBlocks(why), ...(isSettings ? ownDataSection() : [])] };
}
