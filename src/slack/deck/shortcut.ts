import type { AllMiddlewareArgs, GlobalShortcut, SlackShortcutMiddlewareArgs } from '@slack/bolt';
import type { SlackContext } from '../bolt/context.ts';
import { teamOf } from '../bolt/team.ts';
import { openDeckForm } from './open.ts';

type Shortcut = SlackShortcutMiddlewareArgs<GlobalShortcut> & AllMiddlewareArgs;

/** "Create a deck" from anywhere in Slack. */
export function createDeckShortcut(slack: SlackContext) {
  return async ({ ack, shortcut, client, context }: Shortcut) => {
    await ack();
    const opening = { client, team: teamOf(context), person: shortcut.user.id };
    await openDeckForm({ ...opening, triggerId: shortcut.trigger_id }, slack);
  };
}
