import type { Ask } from '../../asks/schema.ts';
import { isKeptAsPages } from '../../asks/sections.ts';
import type { Generation } from '../../generations/generation.ts';
import { channelOf, locationOf, reply } from '../bolt/answers/click.ts';
import { messageView, openView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { type AskForm, askForm } from '../kit/ask-fields/ask-form.ts';
import { askFields } from '../kit/ask-fields/fields.ts';
import type { Message } from '../kit/blocks/parts.ts';
import { isChannel, serviceText } from '../kit/blocks/text.ts';
import { budgetMessage } from '../kit/check-ask.ts';
import { isBudget, threadProblem } from '../kit/copy/blocker-copy.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import type { Fields } from '../kit/form/form.ts';
import { openDeckForm } from './open.ts';
import { openThreadForm } from './thread-form.ts';

/**
 * Handles "Another like this" on a result: opens the form with the look of the result. If the result was made from a thread, the source is
 * this thread. If the result was made from days of a channel, the source is the channel's messages since these days. The asker's prompt
 * and title are not filled in, because everybody who sees the result may click.
 */
export async function another(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const denial = await denialOfSpending(click, slack);
  if (denial) return void (await openView(click, messageView('Deckhand', denial)));
  const like = { title: titleOf(generation), isForgotten: generation.ask === null };
  const form = lookOf(generation);
  const opening = { form, from: locationOf(click), like };
  const source = generation.ask?.source;
  if (source?.kind === 'thread') {
    const { channel, ts } = source;
    return openThreadForm(click, { ...opening, thread: { channel, ts } }, slack);
  }
  // After a click in a view, such as Home, use the channel of the document.
  const channel = channelOf(click) ?? (isChannel(generation.channel) ? generation.channel : undefined);
  const here = channel ? { channel } : {};
  if (source?.kind !== 'channel')
    return openDeckForm(click, { ...opening, form: { ...form, ...here }, madeIn: madeIn(generation) }, slack);
  const problem = await problemOf(source.channel, click, slack);
  if (problem) return reply(click, problem);
  const since = source.until ?? generation.createdAt.toISOString();
  const days = { channel: source.channel, since };
  await openDeckForm(click, { ...opening, form: { ...form, ...here, source: days } }, slack);
}

/** Returns the channel for which a document was made. A direct message with Deckhand is not private (`createPrivacyCheck`). */
function madeIn({ channel }: Generation): string | undefined {
  return isChannel(channel) ? channel : undefined;
}

/** Returns a message if the person cannot spend any credits, whatever the form contains; undefined if they can or the check is slow. */
async function denialOfSpending(click: Click, slack: SlackContext): Promise<Message | undefined> {
  const ask = { ...click.actor, source: { kind: 'text' as const }, work: { kind: 'document' as const } };
  const { blockers } = await slack.admit(ask, { withinMs: CHECK_WITHIN_MS });
  const found = blockers.find((blocker) => blocker.part === 'work' && isBudget(blocker));
  if (found?.part !== 'work' || !isBudget(found)) return undefined;
  const isAlways = 'limit' in found ? found.used >= found.limit : found.blocker === 'not_a_spender';
  return isAlways ? budgetMessage(found, '', await slack.roleOf(click)) : undefined;
}

/**
 * Returns the form's entries for the look of the new document. The old document becomes the template, unless it is archived or has several
 * pages. With a template, the number of slides is left out, because the template decides it.
 */
function lookOf(generation: Generation): Partial<AskForm> {
  const { docId, archivedAt, ask } = generation;
  const isOnePage = !(ask && isKeptAsPages(ask));
  const template = docId && !archivedAt && isOnePage ? { id: docId, name: titleOf(generation) } : undefined;
  return {
    ...(ask && choicesOf(ask)),
    ...(template && {
      ...askForm.entries({ template, startFrom: 'template' }),
      slides: askForm.initial.slides,
    }),
  };
}

/** Which fields "Another like this" takes over: choices about the look, but no prompt, recipients or conversations. */
const IS_TAKEN_OVER: Record<keyof typeof askFields, boolean> = {
  format: true,
  theme: true,
  slides: true,
  exportAs: true,
  language: true,
  tone: true,
  audience: true,
  textMode: true,
  imageSource: true,
  imageModel: true,
  source: false,
  offered: false,
  files: false,
  prompt: false,
  template: false,
  startFrom: false,
  isGiven: false,
  file: false,
  notes: false,
  sections: false,
  sectionTitles: false,
  outline: false,
  seenBy: false,
  channel: false,
  into: false,
  folder: false,
  making: false,
  quality: false,
  title: false,
  imageStyle: false,
  workspaceAccess: false,
  externalAccess: false,
  recipients: false,
  isClosedOutside: false,
  recipientAccess: false,
};

/** Returns the content of the fields that "Another like this" takes over from an ask. */
function choicesOf(ask: Ask): Partial<AskForm> {
  const values = Object.entries<Fields[string]>(askFields).flatMap(([key, { from }]) => {
    const value = IS_TAKEN_OVER[key as keyof typeof askFields] ? from?.(ask) : undefined;
    return value === undefined ? [] : [[key, value]];
  });
  return askForm.entries(Object.fromEntries(values));
}

/** Timeout of each check before the form opens, in milliseconds. The click expires after 3 s. Submitting repeats the checks. */
const CHECK_WITHIN_MS = 1500;

/** Returns why the person cannot use a channel as the source, as mrkdwn; undefined if they can, or if Slack does not respond in time. */
async function problemOf(
  channel: string,
  { actor }: Click,
  slack: SlackContext,
): Promise<string | undefined> {
  const intended = { ...actor, source: { kind: 'channel' as const, channel } };
  const { blockers } = await slack.admit(intended, { withinMs: CHECK_WITHIN_MS, joining: 'later' });
  const found = blockers.find(({ part }) => part === 'source');
  if (found?.part !== 'source') return undefined;
  const deployment = { ...slack, serviceName: serviceText(slack.serviceName) };
  return threadProblem(found.blocker, { channel }, deployment);
}
