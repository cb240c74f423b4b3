import { understand } from '../../asks/mention/understand.ts';
import { newAsk } from '../../asks/new-ask.ts';
import { within } from '../../clock.ts';
import type { RetryResult } from '../../digests/manual-run.ts';
import type { Generation } from '../../generations/generation.ts';
import { sourceReasons } from '../../sources/problem.ts';
import { channelOf, clickValue, locationOf, reply } from '../bolt/answers/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { asker, askerOrAdmin, type Permission } from '../bolt/permissions/permissions.ts';
import type { Click, Command, MessageShortcutUse, ShortcutUse } from '../bolt/requests.ts';
import { type AskForm, askForm } from '../kit/ask-fields/ask-form.ts';
import { splitPrompt } from '../kit/ask-fields/prompt.ts';
import { helpMessage } from '../kit/copy/help.ts';
import { replaceGone } from '../kit/gone-card.ts';
import { type Opening, openDeckForm } from './open.ts';
import { openThreadForm } from './thread-form.ts';

/** Handlers of `/deck`, the shortcuts and the buttons that open the form for a document. */

/** Handles `/deck` without further text. */
export async function openFromCommand(request: Command, slack: SlackContext): Promise<void> {
  const channel = request.command.channel_id;
  await openDeckForm(request, channel ? { form: { channel }, from: { channel } } : NOWHERE, slack);
}

export async function showHelp({ respond }: Command, slack: SlackContext): Promise<void> {
  await respond({ response_type: 'ephemeral', ...helpMessage(slack) });
}

/** The form if it is not known which conversation is open. The person alone gets the result unless they choose a conversation. */
const NOWHERE: Opening = { form: { seenBy: 'me' } };

/** Handles the global shortcut and the button "Create a deck". */
export async function createDeck(request: ShortcutUse | Click, slack: SlackContext): Promise<void> {
  await openDeckForm(request, NOWHERE, slack);
}

/** Handles buttons that have text in their value, such as "Make a deck about this": opens the form with the text and its choices. */
export async function createHere(click: Click, slack: SlackContext): Promise<void> {
  const form = await formFor((clickValue(click) ?? '').trim(), click, slack);
  await openDeckForm(click, { form, from: locationOf(click) }, slack);
}

/** Returns initial entries of the form for a text. "six slides" in it sets the number of slides, as after `/deck`. */
async function formFor(words: string, click: Click, slack: SlackContext): Promise<Partial<AskForm>> {
  const { actor } = click;
  const channel = channelOf(click);
  const setting = { now: new Date(slack.clock.now()), zone: 'UTC', hasChannel: false };
  const read = understand(words, setting, 'command');
  if (!channel || read.kind !== 'make' || !read.prompt) {
    return { prompt: splitPrompt(words), ...(channel && { channel }) };
  }
  const usual = () => slack.defaults.forAsk({ ...actor, channel });
  const defaults = await within(slack.clock, LOOK_UP_WITHIN_MS, usual, {}).catch(() => ({}));
  const { prompt, choices } = read;
  const source = { kind: 'text' as const };
  const ask = newAsk({ actor, source, words: prompt, choices, defaults, destination: { channel } });
  // The text does not say who sees the result, so `seenBy` is left to the person's default (`defaultsFor`).
  const { seenBy: _, ...entries } = askForm.from(ask);
  return entries;
}

/** Handles "Details…" on a proposal card: opens the form, prefilled with the proposed ask. */
export async function changeProposal(click: Click, slack: SlackContext): Promise<void> {
  const proposal = clickValue(click) ?? '';
  const ask = await slack.proposals.find(click.actor, proposal);
  if (!ask) return replaceGone(click, slack);
  const { seenBy, ...entries } = askForm.from(ask);
  // If the result goes to the conversation of this card, the person has not said who sees the result. The person's default applies.
  const isHere = ask.destination.channel === channelOf(click);
  const form = { ...entries, ...(!isHere && { seenBy }) };
  const opening = { form, from: locationOf(click), proposal };
  // Store the click's `response_url` at the same time, because the person may submit the form before `openDeckForm` has ended.
  await Promise.all([openDeckForm(click, opening, slack), slack.responseUrls.remember(click, proposal)]);
}

/** Timeout for reading the defaults before the form opens, in milliseconds. The click's `trigger_id` expires after 3 s. */
const LOOK_UP_WITHIN_MS = 1000;

/** Handles the shortcut "Turn thread into slides" on a message. If the message is a reply, its whole thread is the source. */
export async function threadToSlides(request: MessageShortcutUse, slack: SlackContext): Promise<void> {
  const { channel, message, message_ts: ts } = request.shortcut;
  const thread = { channel: channel.id, ts: String(message.thread_ts ?? ts) };
  // A person who chose a reply probably has its thread open. A person who chose the first message is probably in the channel.
  const isReply = message.thread_ts !== undefined && message.thread_ts !== ts;
  const from = { channel: channel.id, ...(isReply && { threadTs: thread.ts }) };
  await openThreadForm(request, { thread, from }, slack);
}

/** Handles "Turn this thread into slides" in Deckhand's response to a mention. Admission checks whether the person may use the thread. */
export async function threadForm(click: Click, slack: SlackContext): Promise<void> {
  const channel = channelOf(click);
  const ts = clickValue(click);
  if (channel && ts) await openThreadForm(click, { thread: { channel, ts }, from: locationOf(click) }, slack);
}

/** Returns who may retry a failed generation: only the asker, because the form shows the prompt. For a digest, also admins. */
export function mayRetry(generation: Generation): Permission {
  return isDigest(generation)
    ? askerOrAdmin('Only whoever set this digest up, or a Slack admin, can do that.')
    : asker('Only the person who asked for this can change it. `/deck` starts one of your own.');
}

/** Handles the button on a failed generation's card. For a digest, repeats the ask. Otherwise opens the form with the failed ask. */
export async function retry(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const { team, id } = generation;
  if (isDigest(generation)) return reply(click, words[await slack.digests.tryAgain(team, id)]);
  const ask = await slack.generations.askOf(team, id);
  if (!ask) return reply(click, 'The text of this one has been deleted. `/deck` starts anew.');
  // If the source caused the failure, open the form without the files of the ask, so that the person attaches others.
  const isOfSource = sourceReasons.some((reason) => reason === generation.failure?.reason);
  const attachAgain = isOfSource ? { isGiven: undefined, sectionTitles: undefined, outline: '' } : {};
  const form = { ...askForm.from(ask), ...attachAgain };
  await openDeckForm(click, { form, from: locationOf(click) }, slack);
}

function isDigest({ ask }: Generation): boolean {
  return ask?.source.kind === 'channel';
}

const words: Record<RetryResult, string> = {
  started: 'Deckhand is trying again. A new message says how it goes.',
  already: 'This has been tried again already; the newer message says how it went.',
  'covered since': 'A later digest covers that time as well, so this one is not made any more.',
  'nothing to try': 'There is nothing left to try here. `/deck digests` can run the digest now.',
};
