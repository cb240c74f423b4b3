import type { KnownBlock } from '@slack/types';
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError } from '@slack/web-api';
import { isPersonId } from '../../../asks/schema.ts';
import { type Place, type Posted, PostRefused } from '../../../generations/delivery/delivery.ts';
import type { Poster } from '../../../generations/delivery/queued-posts.ts';
import type { Log } from '../../../log.ts';
import type { SlackClient } from '../../../slack-client.ts';
import { eachPage, type PagedAnswer } from '../../../sources/pages.ts';
import { type Message, section } from '../../kit/blocks/parts.ts';
import { NotInstalled, type SlackClients } from './clients.ts';

/** Event type in the metadata of Deckhand's messages. The metadata contains only ids, because every app in the workspace can read it. */
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
 * Posts a message without retries. The message's metadata contains `id`, by which `findMessage` finds the message.
 * @throws PostRefused if Slack definitely did not post the message
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

/** Returns the metadata of a message, by which `findMessage` finds the message. */
export function metadataOf(id: string) {
  return { event_type: DELIVERY_EVENT, event_payload: { id } };
}

/** Finds the message that Deckhand posted with `id` in its metadata; null if there is none. @param since older messages are ignored */
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

/** Maximum number of pages to search for a message. A few are enough, because the message was usually posted only seconds ago. */
const PAGES = 5;
const PAGE_SIZE = 100;

/** Searches a channel or thread for a message. @param since milliseconds since the epoch; older messages are ignored */
export async function findPost(
  client: SlackClient,
  place: Place,
  since: number,
  isIt: (message: Seen) => boolean | Promise<boolean>,
): Promise<Seen | undefined> {
  // The search begins five minutes before `since`, because Slack's clock and this machine's clock may differ.
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

/** Returns a function that checks whether Deckhand's bot posted a message. Metadata does not prove this, because any app can copy it. */
function ownPosts(client: SlackClient) {
  let asked: ReturnType<SlackClient['auth']['test']> | undefined;
  return async ({ user, bot_id }: Seen): Promise<boolean> => {
    asked ??= client.auth.test();
    const { user_id: ownUser, bot_id: ownBot } = await asked;
    return bot_id === undefined ? user !== undefined && user === ownUser : bot_id === ownBot;
  };
}

/** Returns a function that checks whether Deckhand's bot posted a message with this file. */
export function hasFile(client: SlackClient, fileId: string): (message: Seen) => Promise<boolean> {
  const isOurs = ownPosts(client);
  return async (message) => (message.files?.some((file) => file.id === fileId) ?? false) && isOurs(message);
}

/** Replaces a user id by the id of the direct messages with this user, because Slack does not accept user ids for reading messages. */
async function readablePlace(client: SlackClient, place: Place): Promise<Place> {
  if (!isPersonId(place.channel)) return place;
  const opened = await client.conversations.open({ users: place.channel });
  return { channel: opened.channel?.id ?? place.channel };
}

/** Slack's error codes after which the call may nevertheless have been carried out. */
const UNCERTAIN = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** Error codes with which some methods report a rate limit, with status 200 and without `Retry-After`. */
const RATE_LIMITED = new Set(['ratelimited', 'rate_limited']);
/** Wait after a rate limit without `Retry-After`, in milliseconds. It is half a minute, because Slack counts calls per minute. */
const RATE_LIMIT_MS = 30_000;

/** Runs a call to Slack. Throws PostRefused if the call failed and Slack definitely did not carry it out. Throws other errors unchanged. */
export async function orPostRefused<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw asPostRefused(error) ?? error;
  }
}

/** Matches an error code of Slack. If a response is not JSON, such as a proxy's error page, the SDK reports the whole page as the code. */
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
  if (error instanceof NotInstalled) return new PostRefused('not_installed');
  return undefined;
}

/** Returns functions that post a message with the id of its outbox row, and that find the posted message by this id. */
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

/** Block types that Slack may refuse. Some versions of Slack do not know the first two, and an image is refused until it is processed. */
const MAY_BE_REFUSED = new Set<KnownBlock['type']>(['plan', 'context_actions', 'image']);

/** Sends a message. If Slack refuses the blocks, and so did not post the message, sends it again without `MAY_BE_REFUSED`. */
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
    // The message's `text` has the content of the plan block, so a section with the text replaces the block.
    const hadPlan = message.blocks.some(({ type }) => type === 'plan');
    return send({ ...message, blocks: hadPlan ? [section(message.text), ...blocks] : blocks });
  }
}
