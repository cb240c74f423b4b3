import type { Generation } from '../../generations/generation.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions.ts';
import { titleOf } from './generation-phrases.ts';
import { linked } from './parts.ts';
import { channelMention, isChannel } from './text.ts';

/** The way from where somebody pressed to where the result will be, for results that do not appear before their eyes. */

/** Where somebody is in Slack as they ask. */
export interface Whereabouts {
  channel: string;
  /** The thread that is open beside it. */
  threadTs?: string | undefined;
}

type Needs = Pick<SlackContext, 'generations' | 'clock' | 'log'>;
type Destination = Pick<Generation, 'channel' | 'threadTs'>;

/** The first message is posted within a second or two, unless Slack is slow. Milliseconds. */
const POSTED_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 500;

/** Whether what is posted there appears where this person is looking. */
export function isInSight({ channel, threadTs }: Destination, from: Whereabouts | undefined): boolean {
  if (!from || threadTs !== from.threadTs) return false;
  // A person stands for Deckhand's conversation with them; Deckhand's cards are in no other direct conversation.
  return channel === from.channel || (/^[UW]/.test(channel) && from.channel.startsWith('D'));
}

/** "Deckhand took on “Spring launch”. Open the thread to see it.", with a link. It stays, so it says nothing that ends. mrkdwn */
export async function wayText(
  generation: Generation,
  { client, actor }: Acting,
  slack: Needs,
): Promise<string> {
  const posted = (await untilPosted(generation, slack)) ?? generation;
  return `${takenOnText(posted)} ${placeText(posted, actor.person, await linkOf(posted, client, slack))}`;
}

export function takenOnText(generation: Generation): string {
  const what = generation.work === 'edit' ? 'your change of ' : '';
  return `Deckhand took on ${what}“${titleOf(generation)}”.`;
}

/** Where it comes, as a sentence that is a link where there is an address. @param person who reads it */
export function placeText({ channel, threadTs }: Destination, person: string, link?: string): string {
  if (threadTs) return link ? `${linked('Open the thread', link)} to see it.` : 'It comes into the thread.';
  if (isChannel(channel)) {
    return `It comes into ${channelMention(channel)}${link ? `: ${linked('see it there', link)}` : ''}.`;
  }
  const where = channel === person ? 'your direct messages with Deckhand' : 'your direct messages';
  return `It comes into ${where}${link ? `: ${linked('see it there', link)}` : ''}.`;
}

/** Null where it took too long, or is gone. */
async function untilPosted({ team, id }: Generation, { generations, clock }: Needs) {
  for (const until = clock.now() + POSTED_WITHIN_MS; clock.now() < until; await clock.sleep(LOOK_EVERY_MS)) {
    const found = await generations.find(team, id);
    if (!found || found.rootTs) return found;
  }
  return null;
}

/** The address of its first message, in its thread where it has one; undefined where Slack does not say. */
export async function linkOf(
  { channel, rootTs: ts }: Pick<Generation, 'channel' | 'rootTs'>,
  client: SlackClient,
  { log }: Pick<SlackContext, 'log'>,
): Promise<string | undefined> {
  if (!ts) return undefined;
  try {
    return (await client.chat.getPermalink({ channel, message_ts: ts })).permalink;
  } catch (err) {
    log.info({ err }, 'a way to a result has no link');
    return undefined;
  }
}

/** The same, with the thread below that message opened. */
export async function threadLinkOf(
  generation: Pick<Generation, 'channel' | 'rootTs' | 'threadTs'>,
  client: SlackClient,
  slack: Pick<SlackContext, 'log'>,
): Promise<string | undefined> {
  const link = await linkOf(generation, client, slack);
  const { channel, threadTs, rootTs = '' } = generation;
  if (!link || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  url.searchParams.set('thread_ts', threadTs ?? rootTs);
  url.searchParams.set('cid', channel);
  return url.href;
}
