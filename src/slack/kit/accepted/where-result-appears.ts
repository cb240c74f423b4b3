import { isDirectMessageId, isPersonId } from '../../../asks/schema.ts';
import type { Generation } from '../../../generations/generation.ts';
import type { SlackClient } from '../../../slack-client.ts';
import { plainView, updateView } from '../../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { Acting } from '../../bolt/permissions/permissions.ts';
import type { FormAnswer, Submission } from '../../bolt/requests.ts';
import { linked } from '../blocks/parts.ts';
import { channelMention, isChannel } from '../blocks/text.ts';
import { titleOf } from '../copy/generation-phrases.ts';

/** Functions that tell people where the result of their ask appears, if it appears elsewhere than where they are in Slack. */

/** Where a person is in Slack. */
export interface Location {
  channel: string;
  /** `ts` of the thread that is open beside the channel. */
  threadTs?: string | undefined;
}

type Destination = Pick<Generation, 'channel' | 'threadTs'>;

/**
 * Maximum time to wait until the generation's first message is posted, in milliseconds. It is posted within a second or two, unless Slack
 * is slow.
 */
const POSTED_WITHIN_MS = 10_000;
const CHECK_EVERY_MS = 500;

/** Returns true if a result that is posted to `destination` appears where the person is. */
export function appearsAt({ channel, threadTs }: Destination, location: Location | undefined): boolean {
  if (!location || threadTs !== location.threadTs) return false;
  // A message posted to a person's id appears in their direct messages with Deckhand. Deckhand can post in no other direct messages.
  return channel === location.channel || (isPersonId(channel) && isDirectMessageId(location.channel));
}

/**
 * Returns "Deckhand took on “Spring launch”. Open the thread to see it." with a link, as mrkdwn. Waits until the generation's first message
 * is posted, because the link leads to this message. The text is never updated, so it contains nothing that can become outdated.
 */
export async function acceptedLinkText(
  generation: Generation,
  { client, actor }: Acting,
  slack: SlackContext,
): Promise<string> {
  const posted = (await untilPosted(generation, slack)) ?? generation;
  // For a change, links to the document's thread, because the first message of a change is deleted once the change is made.
  const { channel, work, rootTs, threadTs } = posted;
  const shown = { channel, rootTs: work === 'edit' && rootTs ? (threadTs ?? rootTs) : rootTs };
  return `${acceptedTitleText(posted)} ${locationText(posted, actor.person, await linkOf(shown, client, slack))}`;
}

export function acceptedTitleText(generation: Generation): string {
  const what = generation.work === 'edit' ? 'your change of ' : '';
  return `Deckhand took on ${what}“${titleOf(generation)}”.`;
}

/** Returns a sentence that tells a person where the result will appear, as mrkdwn. @param reader id of the person who reads the sentence */
export function locationText({ channel, threadTs }: Destination, reader: string, link?: string): string {
  if (threadTs) return link ? `${linked('Open the thread', link)} to see it.` : 'It comes into the thread.';
  if (isChannel(channel)) {
    return `It comes into ${channelMention(channel)}${link ? `: ${linked('see it there', link)}` : ''}.`;
  }
  const where = channel === reader ? 'your direct messages with Deckhand' : 'your direct messages';
  return `It comes into ${where}${link ? `: ${linked('see it there', link)}` : ''}.`;
}

/** Waits for the generation's first message. Returns null after the time limit, or if the generation was deleted. */
async function untilPosted({ team, id }: Generation, { generations, clock }: SlackContext) {
  for (const until = clock.now() + POSTED_WITHIN_MS; clock.now() < until; await clock.sleep(CHECK_EVERY_MS)) {
    const found = await generations.find(team, id);
    if (!found || found.rootTs) return found;
  }
  return null;
}

/** Returns the permalink of a generation's first message; undefined if there is no first message yet, or if Slack does not respond. */
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

/** Returns a link that opens the thread of the generation's first message; undefined if `linkOf` returns none. */
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

/** Milliseconds within which the ephemeral message about a generation is sent only once, even if the form is submitted again. */
const ONCE_WITHIN_MS = 60 * 60_000;

/**
 * Returns the response to a form whose ask was accepted. If the result appears where the person is, the form closes. Otherwise an ephemeral
 * message says where the result appears. If no message can be posted where the person is, for example on Home, the form says it.
 * @param opened where the person was when the form opened, and the form's title
 */
export function answerAccepted(
  submission: Submission,
  generation: Generation,
  { from, title }: { from: Location | undefined; title: string },
  slack: SlackContext,
): FormAnswer {
  if (appearsAt(generation, from)) return {};
  if (from) return { after: () => orLog(() => sayWhere(from, submission, generation, slack), slack) };
  const { client, actor, view } = submission;
  const text = `${acceptedTitleText(generation)} ${locationText(generation, actor.person)}`;
  const addLink = async () => {
    const withLink = await acceptedLinkText(generation, submission, slack);
    await updateView(client, view.id, plainView(title, withLink));
    await slack.showHome(client, actor);
  };
  return { view: plainView(title, text), after: () => orLog(addLink, slack) };
}

async function sayWhere(
  { channel, threadTs }: Location,
  submission: Submission,
  generation: Generation,
  slack: SlackContext,
): Promise<void> {
  const { team, person } = submission.actor;
  if (!(await slack.once(team, `way:${generation.id}`, ONCE_WITHIN_MS))) return;
  const text = await acceptedLinkText(generation, submission, slack);
  await submission.client.chat.postEphemeral({
    channel,
    user: person,
    text,
    ...(threadTs && { thread_ts: threadTs }),
  });
}

/** Runs `say`. Errors are only logged, because the ask is accepted even if this message fails. */
async function orLog(say: () => Promise<void>, { log }: SlackContext): Promise<void> {
  await say().catch((err) => log.info({ err }, 'The message about where a result appears could not be sent'));
}
