import type { AllMiddlewareArgs, MessageShortcut, SlackShortcutMiddlewareArgs } from '@slack/bolt';
import type { SlackContext } from '../bolt/context.ts';
import { teamOf } from '../bolt/team.ts';
import { openThreadForm } from './open.ts';

type Shortcut = SlackShortcutMiddlewareArgs<MessageShortcut> & AllMiddlewareArgs;

/** "Turn thread into slides" on any message: of a thread, the whole of it from its first message. */
export function threadToSlides(slack: SlackContext) {
  return async ({ ack, shortcut, client, context }: Shortcut) => {
    await ack();
    const { channel, message, message_ts: ts } = shortcut;
    const thread = { channel: channel.id, ts: String(message.thread_ts ?? ts) };
    const asker = { team: teamOf(context), person: shortcut.user.id };
    await openThreadForm({ client, ...asker, triggerId: shortcut.trigger_id, thread }, slack);
  };
}
