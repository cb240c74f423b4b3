import type { Ask } from '../../asks/schema.ts';
import { isKeptAsPages } from '../../asks/sections.ts';
import type { Generation } from '../../generations/generation.ts';
import { channelOf, placeOf, reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { type AskForm, askForm } from '../kit/ask-fields/ask-form.ts';
import { threadProblem } from '../kit/blocker-copy.ts';
import { titleOf } from '../kit/generation-phrases.ts';
import { isChannel, serviceText } from '../kit/text.ts';
import { openDeckForm } from './open.ts';
import { openThreadForm } from './thread-form.ts';

/**
 * "Another like this" on a result: the form with the same look. Of a thread, what was said since is in it; of days of a
 * channel, it is of the days since. Whoever sees the card may, with their own access to the conversation and none of the
 * words, titles or readers of who asked then.
 */
export async function another(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const { actor, client, body } = click;
  const like = { title: titleOf(generation), isForgotten: generation.ask === null };
  const form = lookOf(generation);
  const isInModal = body.view?.type === 'modal';
  const opening = {
    ...{ client, actor, triggerId: body.trigger_id, isInModal },
    ...{ form, from: placeOf(click), like },
  };
  const source = generation.ask?.source;
  if (source?.kind === 'thread') {
    const { channel, ts } = source;
    return openThreadForm({ ...opening, thread: { channel, ts } }, slack);
  }
  // A view stands in no conversation: then it is the document's.
  const channel = channelOf(click) ?? (isChannel(generation.channel) ? generation.channel : undefined);
  const here = channel ? { channel } : {};
  if (source?.kind !== 'channel') return openDeckForm({ ...opening, form: { ...form, ...here } }, slack);
  const problem = await problemOf(source.channel, click, slack);
  if (problem) return reply(click, problem);
  const since = source.until ?? generation.createdAt.toISOString();
  const days = { channel: source.channel, since };
  await openDeckForm({ ...opening, form: { ...form, ...here, source: days } }, slack);
}

/**
 * The document itself is the template where it can be one: a template has one page. The same theme, format and options are there for whoever starts from text instead.
 */
function lookOf(generation: Generation): Partial<AskForm> {
  const { docId, archivedAt, ask } = generation;
  const isOnePage = !(ask && isKeptAsPages(ask));
  const template = docId && !archivedAt && isOnePage ? { id: docId, name: titleOf(generation) } : undefined;
  return {
    ...(ask && askForm.entries(choicesOf(ask))),
    ...(template && askForm.entries({ template, startFrom: 'template' })),
  };
}

/** What the card says of it, and no word that somebody wrote besides. */
function choicesOf({ format, theme, cards, exportAs, language, tone, audience, images }: Ask) {
  return {
    format,
    theme,
    cards,
    exportAs: exportAs ?? ('none' as const),
    language,
    tone,
    audience,
    imageSource: images?.source,
    imageModel: images?.model,
  };
}

/** Milliseconds; the trigger of the click lives for 3 s. Creating checks the same again. */
const FIND_OUT_WITHIN_MS = 1500;

/** Why this person cannot have something made of the channel, as mrkdwn. Where nobody can say in time, Create says it. */
async function problemOf(
  channel: string,
  { actor }: Click,
  slack: SlackContext,
): Promise<string | undefined> {
  const intended = { ...actor, source: { kind: 'channel' as const, channel } };
  const { blockers } = await slack.admit(intended, { withinMs: FIND_OUT_WITHIN_MS, joining: 'later' });
  const found = blockers.find(({ part }) => part === 'source');
  if (found?.part !== 'source') return undefined;
  const deployment = { ...slack, serviceName: serviceText(slack.serviceName) };
  return threadProblem(found.blocker, { channel }, deployment);
}
