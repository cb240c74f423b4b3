import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError } from '@slack/web-api';
import { type Place, type Posted, PostRefused } from '../../generations/delivery/delivery.ts';
import type { SlackClient } from '../../slack-client.ts';
import { eachPage, type PagedAnswer } from '../../sources/pages.ts';
import type { Message } from '../kit/parts.ts';

/** Metadata of our posts; ids only, since everyone in the workspace can read it. */
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
 * Posts a message once, with the id by which `findMessage` knows it.
 * @throws PostRefused where Slack definitely refuses
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

/** By which `findMessage` knows a message of ours. */
export function metadataOf(id: string) {
  return { event_type: DELIVERY_EVENT, event_payload: { id } };
}

/** Finds the message with this id among those posted since then. */
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

/** The newest messages are enough: a post whose answer was lost is looked for within seconds. */
const PAGES = 5;
const PAGE_SIZE = 100;

/**
 * Looks for a post of ours in a channel or thread.
 * @param since milliseconds since the epoch; nothing older is ours
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
 * Metadata can be read by every app in the workspace, and written by every app: another one's message is not ours. Slack is
 * asked who we are only once there is a message to compare with.
 */
function ownPosts(client: SlackClient) {
  let asked: ReturnType<SlackClient['auth']['test']> | undefined;
  return async ({ user, bot_id }: Seen): Promise<boolean> => {
    asked ??= client.auth.test();
    const { user_id: ownUser, bot_id: ownBot } = await asked;
    return bot_id === undefined ? user !== undefined && user === ownUser : bot_id === ownBot;
  };
}

/** Whether our own bot has shown this file there. */
export function hasFile(client: SlackClient, fileId: string): (message: Seen) => Promise<boolean> {
  const isOurs = ownPosts(client);
  return async (message) => (message.files?.some((file) => file.id === fileId) ?? false) && isOurs(message);
}

/** A direct message can be written to by the person's id, and read only by its own. */
async function readablePlace(client: SlackClient, place: Place): Promise<Place> {
  if (!/^[UW]/.test(place.channel)) return place;
  const opened = await client.conversations.open({ users: place.channel });
  return { channel: opened.channel?.id ?? place.channel };
}

/** Answers of Slack that do not say whether the call was carried out. */
const UNCERTAIN = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** Some methods say so with status 200 and name no time; Slack's windows are a minute long. */
const RATE_LIMITED = new Set(['ratelimited', 'rate_limited']);
const RATE_LIMIT_MS = 30_000;

/** Runs a call to Slack. A definite refusal becomes `PostRefused`; every other error is thrown as it is. */
export async function orPostRefused<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

/** The SDK gives an answer that is no JSON, such as a proxy's page, for an error of Slack by that text. */
const CODE = /^\w{1,100}$/;

function isRefusal(code: string): boolean {
  return CODE.test(code) && !UNCERTAIN.has(code);
}

function refusalOf(error: unknown): PostRefused | undefined {
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
