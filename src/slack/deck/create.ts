import type { SlackContext } from '../bolt/context.ts';
import type { Click, ShortcutUse } from '../bolt/requests.ts';
import { openDeckForm } from './open.ts';

/** "Create a deck" from anywhere in Slack. */
export async function createDeckShortcut(
  { actor, shortcut, client }: ShortcutUse,
  slack: SlackContext,
): Promise<void> {
  await openDeckForm({ client, ...actor, triggerId: shortcut.trigger_id }, slack);
}

/** "Create a deck" on Home. */
export async function createDeck({ actor, body, client }: Click, slack: SlackContext): Promise<void> {
  await openDeckForm({ client, ...actor, triggerId: body.trigger_id }, slack);
}
