import { understandCommand } from '../../asks/mention/understand.ts';
import { newAsk } from '../../asks/new-ask.ts';
import { within } from '../../clock.ts';
import { channelOf, clickValue, placeOf, reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click, Command, MessageShortcutUse, ShortcutUse } from '../bolt/requests.ts';
import { type AskForm, askForm } from '../kit/ask-fields/ask-form.ts';
import { partPrompt } from '../kit/ask-fields/prompt.ts';
import { helpMessage } from '../kit/help.ts';
import { openDeckForm } from './open.ts';
import { openThreadForm } from './thread-form.ts';

/** Everything that opens the form: `/deck`, shortcuts and buttons. */

/** `/deck` alone */
export async function openFromCommand(
  { actor, client, command }: Command,
  slack: SlackContext,
): Promise<void> {
  const channel = command.channel_id;
  const from = channel ? { channel } : undefined;
  await openDeckForm({ client, actor, triggerId: command.trigger_id, form: { channel }, from }, slack);
}

/** `/deck help` */
export async function showHelp({ respond }: Command, slack: SlackContext): Promise<void> {
  await respond({ response_type: 'ephemeral', ...helpMessage(slack) });
}

/** The shortcut "Create a deck". */
export async function createDeckShortcut(
  { actor, shortcut, client }: ShortcutUse,
  slack: SlackContext,
): Promise<void> {
  await openDeckForm({ client, actor, triggerId: shortcut.trigger_id }, slack);
}

/** "Create a deck" on Home. */
export async function createDeck({ actor, body, client }: Click, slack: SlackContext): Promise<void> {
  await openDeckForm({ client, actor, triggerId: body.trigger_id }, slack);
}

/** "Create a deck" below words typed before: the form, filled in with what they say. */
export async function createHere(click: Click, slack: SlackContext): Promise<void> {
  const { actor, client, body } = click;
  const form = await formFor((clickValue(click) ?? '').trim(), click, slack);
  await openDeckForm({ client, actor, triggerId: body.trigger_id, form, from: placeOf(click) }, slack);
}

/** Read as behind the command: "six slides" is a number in its field, and no title. */
async function formFor(words: string, click: Click, slack: SlackContext): Promise<Partial<AskForm>> {
  const { actor } = click;
  const channel = channelOf(click);
  const setting = { now: new Date(slack.clock.now()), zone: 'UTC', hasChannel: false };
  const read = understandCommand(words, setting);
  if (!channel || read.kind !== 'make' || !read.prompt) {
    return { prompt: partPrompt(words), ...(channel && { channel }) };
  }
  const usual = () => slack.defaults.forAsk({ ...actor, channel });
  const defaults = await within(slack.clock, OWN_WITHIN_MS, usual, {}).catch(() => ({}));
  const { prompt, choices } = read;
  const source = { kind: 'text' as const };
  return askForm.from(newAsk({ actor, source, words: prompt, choices, defaults, destination: { channel } }));
}

/** "Details…" on the card that shows what a sentence was understood as: the form, filled in. */
export async function changeProposal(click: Click, slack: SlackContext): Promise<void> {
  const { actor, client, body } = click;
  const proposal = clickValue(click) ?? '';
  const ask = await slack.proposals.find(actor, proposal);
  if (!ask)
    return reply(
      click,
      'This is no longer good: it was used, or it is older than a week. Write the sentence again, or type `/deck`.',
    );
  const { channel: to } = ask.destination;
  const channel = isPerson(to) ? await ownConversation(click, slack) : to;
  const form = { ...askForm.from(ask), channel };
  const opening = { client, actor, triggerId: body.trigger_id, form, from: placeOf(click), proposal };
  // The form can be sent while it is still looked at whether Deckhand may post there.
  await Promise.all([openDeckForm(opening, slack), slack.answerPlaces.remember(click, proposal)]);
}

function isPerson(channel: string): boolean {
  return /^[UW]/.test(channel);
}

/** Milliseconds; the trigger lives for 3 s. */
const OWN_WITHIN_MS = 1000;

/**
 * The conversation by which a menu shows a person. Where Slack does not name it, the form asks where to post: the channel
 * that the card stands in is not for what goes to one person alone.
 */
function ownConversation(
  { client, actor }: Click,
  { clock, log }: SlackContext,
): Promise<string | undefined> {
  const open = async () => (await client.conversations.open({ users: actor.person })).channel?.id;
  return within(clock, OWN_WITHIN_MS, open, undefined).catch((err) => {
    log.warn({ team: actor.team, err }, 'Slack did not open a conversation with a person');
    return undefined;
  });
}

/** The shortcut "Turn thread into slides" on any message; a reply stands for its whole thread. */
export async function threadToSlides(
  { actor, shortcut, client }: MessageShortcutUse,
  slack: SlackContext,
): Promise<void> {
  const { channel, message, message_ts: ts, trigger_id: triggerId } = shortcut;
  const thread = { channel: channel.id, ts: String(message.thread_ts ?? ts) };
  // A reply is seen in its thread alone; the first message mostly in the channel, with the thread closed.
  const isReply = message.thread_ts !== undefined && message.thread_ts !== ts;
  const from = { channel: channel.id, ...(isReply && { threadTs: thread.ts }) };
  await openThreadForm({ client, actor, triggerId, thread, from }, slack);
}

/** "Turn this thread into slides" in the answer to a mention. Admission says whether the person may use the thread. */
export async function threadForm(click: Click, slack: SlackContext): Promise<void> {
  const { actor, client, body } = click;
  const channel = channelOf(click);
  const ts = clickValue(click);
  if (!channel || !ts) return;
  const opening = { client, actor, triggerId: body.trigger_id, from: placeOf(click) };
  await openThreadForm({ ...opening, thread: { channel, ts } }, slack);
}
