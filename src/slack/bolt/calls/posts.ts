import type { KnownBlock } from '@slack/types';
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError } from '@slack/web-api';
import { isPersonId } from '../../../asks/schema.ts';
import { type Place, type Posted, PostRefused } from '../../../generations/delivery/delivery.ts';
import type { Poster } from '../../../generations/delivery/queued-posts.ts';
import type { Log } from '../../../log.ts';
import type { SlackClient } from '../../../slack-client.ts';
import { eachPage, type PagedAnswer } from '../../../sources/pages.ts';
import { type Message, section } from '../../kit/blocks/parts.ts';
import type { SlackClients } from './clients.ts';

/** Event type in the metadata of our posts. The payload has ids only, because every app in the workspace can read it. */
const DELIVERY_EVENT = 'deckhand_delivery';

interface Seen {
  ts?: string | undefined;
  user?: string | undefined;
  bot_id?: string | undefined;
  blocks?: unknown;
  files?: { id?: string | undefined }[] | undefined;
  metadata?: { event_type?: string | undefined; event_payload?: object | undefined } | undefined;
}

interface Answer extends PagedAnswer {
  messages?: Seen[] | undefined;
}

/**
 * Posts a message without retries. Its metadata has the id with which `findMessage` finds it.
 * @throws PostRefused if Slack definitely rejected it
 */
export async function postMessage(
  client: SlackClient,
  place: Place,
  id: string,
  message: Message,
): Promise<Posted> {
  const answer = await orPostRefused(() =>
    client.chat.postMessage({
      channel: place.channel,
      ...(place.threadTs && { thread_ts: place.threadTs }),
      ...message,
      unfurl_links: false,
      unfurl_media: false,
      metadata: metadataOf(id),
    }),
  );
  return { channel: answer.channel ?? place.channel, ts: answer.ts ?? '' };
}

/** Returns the metadata with which `findMessage` finds a message. */
export function metadataOf(id: string) {
  return { event_type: DELIVERY_EVENT, event_payload: { id } };
}

/** Finds our message with this id among those posted since a time. */
export async function findMessage(
  client: SlackClient,
  place: Place,
  id: string,
  since: Date,
): Promise<Posted | null> {
  const readable = await readablePlace(client, place);
  const isOurs = ownPosts(client);
  const isIt = async (message: Seen) => isDelivery(message, id) && isOurs(message);
  const found = await findPost(client, readable, since.getTime(), isIt);
  return found?.ts ? { channel: readable.channel, ts: found.ts } : null;
}

/** Maximum number of pages to search. Deckhand searches within seconds after a post without a response, so the post is a recent one. */
const PAGES = 5;
const PAGE_SIZE = 100;

/**
 * Searches a channel or thread for a message.
 * @param since milliseconds since the epoch; older messages are ignored
 */
export async function findPost(
  client: SlackClient,
  place: Place,
  since: number,
  isIt: (message: Seen) => boolean | Promise<boolean>,
): Promise<Seen | undefined> {
  // Slack's clock and ours may differ by a few minutes.
  const oldest = String(Math.floor(since / 1000) - 300);
  const { channel, threadTs } = place;
  const common = { channel, include_all_metadata: true, limit: PAGE_SIZE, oldest };
  const ask = (page: object) =>
    threadTs
      ? client.conversations.replies({ ...common, ...page, ts: threadTs })
      : client.conversations.history({ ...common, ...page });
  for await (const { messages } of eachPage<Answer>(ask, { most: PAGES })) {
    for (const message of messages ?? []) if (await isIt(message)) return message;
  }
  return undefined;
}

function isDelivery({ metadata }: Seen, id: string): boolean {
  return (
    metadata?.event_type === DELIVERY_EVENT &&
    (metadata.event_payload as { id?: string } | undefined)?.id === id
  );
}

/**
 * Returns a function that checks whether our own bot posted a message. Metadata alone does not prove it, because every app in the
 * workspace can copy it. Calls `auth.test` when the first message is checked.
 */
function ownPosts(client: SlackClient) {
  let asked: ReturnType<SlackClient['auth']['test']> | undefined;
  return async ({ user, bot_id }: Seen): Promise<boolean> => {
    asked ??= client.auth.test();
    const { user_id: ownUser, bot_id: ownBot } = await asked;
    return bot_id === undefined ? user !== undefined && user === ownUser : bot_id === ownBot;
  };
}

/** Returns a function that checks whether our own bot posted a message with this file. */
export function hasFile(client: SlackClient, fileId: string): (message: Seen) => Promise<boolean> {
  const isOurs = ownPosts(client);
  return async (message) => (message.files?.some((file) => file.id === fileId) ?? false) && isOurs(message);
}

/** Replaces the id of a user with the id of their direct messages, because Slack accepts a user's id for posting but not for reading. */
async function readablePlace(client: SlackClient, place: Place): Promise<Place> {
  if (!isPersonId(place.channel)) return place;
  const opened = await client.conversations.open({ users: place.channel });
  return { channel: opened.channel?.id ?? place.channel };
}

/** Slack's errors that leave open whether the call was carried out. */
const UNCERTAIN = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** Error codes with which some methods report a rate limit, with status 200 and without `Retry-After`. */
const RATE_LIMITED = new Set(['ratelimited', 'rate_limited']);
/** Milliseconds to wait after such an error. Slack counts calls per minute. */
const RATE_LIMIT_MS = 30_000;

/** Runs a call to Slack. Throws `PostRefused` if Slack definitely rejected it; other errors are thrown unchanged. */
export async function orPostRefused<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw asPostRefused(error) ?? error;
  }
}

/** Matches Slack's error codes. If a response is not JSON, such as a proxy's error page, the SDK reports the page as an error code. */
const CODE = /^\w{1,100}$/;

function isRefusal(code: string): boolean {
  return CODE.test(code) && !UNCERTAIN.has(code);
}

function asPostRefused(error: unknown): PostRefused | undefined {
  if (error instanceof WebAPIRateLimitedError) return new PostRefused('ratelimited', error.retryAfter * 1000);
  if (error instanceof WebAPIPlatformError && isRefusal(error.data.error)) {
    const { error: code } = error.data;
    return new PostRefused(code, RATE_LIMITED.has(code) ? RATE_LIMIT_MS : undefined);
  }
  if (error instanceof WebAPIHTTPError && error.statusCode >= 400 && error.statusCode < 500) {
    return new PostRefused(`http_${error.statusCode}`);
  }
  return undefined;
}

/** Returns functions that post a message with the id of its outbox row, and find a posted message by this id. */
export function createPoster({ clients, log }: { clients: SlackClients; log: Log }): Poster<Message> {
  return {
    async post(team, place, id, message, signal) {
      const client = await clients.posts(team);
      const send = (taken: Message) => {
        signal.throwIfAborted();
        return postMessage(client, place, id, taken);
      };
      return orOlderBlocks(message, send, log);
    },
    async find(team, place, id, since) {
      const client = await clients.reads(team);
      return orPostRefused(() => findMessage(client, place, id, since));
    },
  };
}

/** Types of blocks that Slack may refuse: types that some versions of Slack do not know, and images that Slack has not processed yet. */
const MAY_BE_REFUSED = new Set<KnownBlock['type']>(['plan', 'context_actions', 'image']);

/**
 * Sends a message. If Slack refuses its blocks, sends it again without the blocks that Slack may refuse. Slack posts nothing
 * when it answers `invalid_blocks`, so the message is not posted twice.
 */
export async function orOlderBlocks<T>(
  message: Message,
  send: (message: Message) => Promise<T>,
  log: Log,
): Promise<T> {
  try {
    return await send(message);
  } catch (error) {
    const blocks = message.blocks.filter(({ type }) => !MAY_BE_REFUSED.has(type));
    const isRefused = error instanceof PostRefused && error.code === 'invalid_blocks';
    if (!isRefused || blocks.length === message.blocks.length) throw error;
    log.warn({ err: error }, 'Slack refused the blocks of a message; sending it with older block types');
    // The message's text has the content of the plan block, so it replaces the block.
    const hadPlan = message.blocks.some(({ type }) => type === 'plan');
    return send({ ...message, blocks: hadPlan ? [section(message.text), ...blocks] : blocks });
  }
}
