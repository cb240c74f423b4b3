import { isDirectMessageId, isPersonId } from '../../../asks/schema.ts';
import type { Generation } from '../../../generations/generation.ts';
import { CHANNEL_LABEL } from '../../../generations/generations.ts';
import type { SlackClient } from '../../../slack-client.ts';
import { plainView, updateView } from '../../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { Acting } from '../../bolt/permissions/permissions.ts';
import type { FormAnswer, Submission } from '../../bolt/requests.ts';
import { linked } from '../blocks/parts.ts';
import { channelMention, isChannel } from '../blocks/text.ts';
import { titleOf } from '../copy/generation-phrases.ts';

/** Tells people where their result is posted, unless it is posted in the conversation or thread that they have open in Slack. */

/** The conversation, and possibly the thread, that a person has open in Slack. */
export interface Location {
  channel: string;
  /** `ts` of the first message of the thread that is open beside the channel. */
  threadTs?: string | undefined;
}

type Destination = Pick<Generation, 'channel' | 'threadTs'>;

/** How long to wait until Deckhand has posted the generation's first message, in milliseconds. Posting usually takes two seconds. */
const POSTED_WITHIN_MS = 10_000;
const CHECK_EVERY_MS = 500;

/** Returns true if a result that is posted to `destination` appears in the conversation or thread that the person has open (`location`). */
export function appearsAt({ channel, threadTs }: Destination, location: Location | undefined): boolean {
  if (!location || threadTs !== location.threadTs) return false;
  // A user id means the person's direct messages with Deckhand. The open direct message is this one: Deckhand cannot post in others.
  return channel === location.channel || (isPersonId(channel) && isDirectMessageId(location.channel));
}

/** Waits for the generation's first message, then returns mrkdwn such as "On its way: “Spring launch”. Open the thread to see it." */
export async function acceptedLinkText(
  generation: Generation,
  { client, actor }: Acting,
  slack: SlackContext,
): Promise<string> {
  const posted = (await untilPosted(generation, slack)) ?? generation;
  // For a change in the document's thread, link to the thread, because the first message of the change is deleted at the end.
  const { channel, work, rootTs, threadTs } = posted;
  const shown = { channel, rootTs: work === 'edit' && rootTs ? (threadTs ?? rootTs) : rootTs };
  return `${acceptedTitleText(posted)} ${locationText(posted, actor.person, await linkOf(shown, client, slack))}`;
}

export function acceptedTitleText(generation: Generation): string {
  const { ask, title, label } = generation;
  if (ask?.source.kind === 'channel' && !title && label === CHANNEL_LABEL)
    return `On its way: a summary of ${channelMention(ask.source.channel)}.`;
  const what = generation.work === 'edit' ? 'your change of ' : '';
  return `On its way: ${what}“${titleOf(generation)}”.`;
}

/**
 * Returns a sentence about where the result will appear, as mrkdwn, such as "It comes into the thread.".
 * @param reader id of the user who reads the sentence
 */
export function locationText({ channel, threadTs }: Destination, reader: string, link?: string): string {
  if (threadTs) return link ? `${linked('Open the thread', link)} to see it.` : 'It comes into the thread.';
  if (isChannel(channel)) {
    return `Everyone in ${channelMention(channel)} will see it${link ? `: ${linked('open it there', link)}` : ''}.`;
  }
  const where = channel === reader ? 'your direct messages with Deckhand' : 'your direct messages';
  return `Only you will see it, in ${where}${link ? `: ${linked('open it there', link)}` : ''}.`;
}

/** Waits for the generation's first message. Returns null after `POSTED_WITHIN_MS`, or if the generation was deleted. */
async function untilPosted({ team, id }: Generation, { generations, clock }: SlackContext) {
  for (const until = clock.now() + POSTED_WITHIN_MS; clock.now() < until; await clock.sleep(CHECK_EVERY_MS)) {
    const found = await generations.find(team, id);
    if (!found || found.rootTs) return found;
  }
  return null;
}

/** Returns the link to a generation's first message; undefined if the message is not posted yet, or if Slack returns no link. */
export async function linkOf(
  { channel, rootTs: ts }: Pick<Generation, 'channel' | 'rootTs'>,
  client: SlackClient,
  { log }: SlackContext,
): Promise<string | undefined> {
  if (!ts) return undefined;
  try {
    return (await client.chat.getPermalink({ channel, message_ts: ts })).permalink;
  } catch (err) {
    log.info({ err }, 'Slack gave no link to a message');
    return undefined;
  }
}

/** Returns a permalink that opens the thread of the generation's first message. Returns undefined if `linkOf` returns none. */
export async function threadLinkOf(
  generation: Pick<Generation, 'channel' | 'rootTs' | 'threadTs'>,
  client: SlackClient,
  slack: SlackContext,
): Promise<string | undefined> {
  const link = await linkOf(generation, client, slack);
  const { channel, threadTs, rootTs = '' } = generation;
  if (!link || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  url.searchParams.set('thread_ts', threadTs ?? rootTs);
  url.searchParams.set('cid', channel);
  return url.href;
}

/**
 * Returns the response to a submitted form whose ask was accepted. If the result appears where the form was opened, the form closes.
 * Otherwise a text in the form names the place.
 * @param opened `from`: the conversation in which the form was opened; `title`: the form's title
 */
export function answerAccepted(
  submission: Submission,
  generation: Generation,
  { from, title }: { from: Location | undefined; title: string },
  slack: SlackContext,
): FormAnswer {
  if (appearsAt(generation, from)) return {};
  const { client, actor, view } = submission;
  const text = `${acceptedTitleText(generation)} ${locationText(generation, actor.person)}`;
  const addLink = async () => {
    const withLink = await acceptedLinkText(generation, submission, slack);
    await updateView(client, view.id, plainView(title, withLink));
    if (!from) await slack.showHome(client, actor);
  };
  // Errors are only logged: the ask is accepted even if the link cannot be shown.
  const after = () =>
    addLink().catch((err) => slack.log.info({ err }, 'The link to a result could not be shown'));
  return { view: plainView(title, text), after };
}
