import { channelOf, clickValue } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click, MessageShortcutUse } from '../bolt/requests.ts';
import { openDeckForm } from '../deck/open.ts';
import { partPrompt } from '../kit/ask-fields/prompt.ts';
import { openThreadForm } from './open.ts';

/** "Create a deck" in the answer to a mention: the form, with the words that were said. */
export async function createHere(click: Click, slack: SlackContext): Promise<void> {
  const { actor, client, body } = click;
  const channel = channelOf(click);
  const prompt = partPrompt((clickValue(click) ?? '').trim());
  const form = { prompt, ...(channel && { channel }) };
  await openDeckForm({ client, ...actor, triggerId: body.trigger_id, form }, slack);
}

/** "Turn this thread into slides": the same as the shortcut. Whether the person may is checked there. */
export async function threadForm(click: Click, slack: SlackContext): Promise<void> {
  const { actor, client, body } = click;
  const channel = channelOf(click);
  const ts = clickValue(click);
  if (!channel || !ts) return;
  await openThreadForm({ client, ...actor, triggerId: body.trigger_id, thread: { channel, ts } }, slack);
}

/** "Turn thread into slides" on any message; a reply stands for its whole thread. */
export async function threadToSlides(
  { actor, shortcut, client }: MessageShortcutUse,
  slack: SlackContext,
): Promise<void> {
  const { channel, message, message_ts: ts, trigger_id: triggerId } = shortcut;
  const thread = { channel: channel.id, ts: String(message.thread_ts ?? ts) };
  await openThreadForm({ client, ...actor, triggerId, thread }, slack);
}
