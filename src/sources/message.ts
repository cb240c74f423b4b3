import { z } from 'zod';
import { lenient } from '../lenient.ts';
import { inSlices } from './slices.ts';
import { cutToRoom, isRecord, recordsOf, type UnknownRecord } from './unknown-value.ts';

const optionalText = lenient(z.string());

/** The fields of a Slack message that are used. A field with an unexpected type counts as missing, except `ts`, which is required. */
const fields = z.object({
  ts: z.string(),
  thread_ts: optionalText,
  subtype: optionalText,
  hidden: lenient(z.boolean()),
  user: optionalText,
  username: optionalText,
  bot_id: optionalText,
  bot_profile: lenient(z.object({ name: optionalText })),
  text: optionalText,
  blocks: lenient(z.array(z.unknown())),
  attachments: lenient(z.array(z.unknown())),
  files: lenient(z.array(z.unknown())),
  reactions: lenient(z.array(z.object({ name: z.string(), count: z.number().catch(1) }))),
  reply_count: lenient(z.number()),
  reply_users_count: lenient(z.number()),
  /** Slack user ids of some of the people who replied. Slack does not list all. */
  reply_users: lenient(z.array(z.string())),
  latest_reply: optionalText,
  /** Added by `withinRoom`: approximate size of the message in characters. */
  size: lenient(z.number()),
  /** Added by `withinRoom`: true if parts of the message exceeded `CHARACTERS_PER_PART` and were cut. */
  isCut: lenient(z.boolean()),
  /** Added by `withinRoom`: true if the message was cut and had the marker `!nodeck` before. */
  isMarked: lenient(z.boolean()),
});

/** Maximum number of characters kept of each part: text, blocks, attachments, files. Slack allows an app 40,000 in `text`. */
const CHARACTERS_PER_PART = 16_000;

/** Properties of a file that are kept. The rest are mostly preview URLs, with which ten files would exceed `CHARACTERS_PER_PART`. */
const FILE_FACTS = new Set(
  'id name title mode user size filetype pretty_type mimetype is_external external_url url_private file_access'.split(
    ' ',
  ),
);

function fileFacts(file: UnknownRecord): UnknownRecord {
  return Object.fromEntries(Object.entries(file).filter(([key]) => FILE_FACTS.has(key)));
}

function withinRoom(raw: unknown): unknown {
  if (!isRecord(raw)) return raw;
  const { text, blocks, attachments } = raw;
  const parts = { text, blocks, attachments, files: raw.files && recordsOf(raw.files).map(fileFacts) };
  const cut = Object.entries(parts).map(([key, part]) => ({ key, ...cutToRoom(part, CHARACTERS_PER_PART) }));
  const isCut = cut.some((each) => each.isCut);
  return {
    ...raw,
    ...Object.fromEntries(cut.map(({ key, value }) => [key, value])),
    size: cut.reduce((sum, { size }) => sum + size, 0),
    isCut: isCut || raw.isCut === true,
    isMarked: raw.isMarked === true || (isCut && hasMarker(parts)),
  };
}

export const messageSchema = z.preprocess(withinRoom, fields);

export type SlackMessage = z.output<typeof messageSchema>;

/** Matches the marker `!nodeck`, also with formatting around it. People write it into messages that Deckhand must not use. */
const MARKER = /(?<![\p{L}\p{N}])!nodeck(?![\p{L}\p{N}])/iu;

/** Returns true if any text inside a value has the marker. Not recursive, because deeply nested blocks would overflow the stack. */
export function hasMarker(value: unknown): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && next.includes('!') && MARKER.test(next)) return true;
    if (Array.isArray(next)) for (const each of next) waiting.push(each);
    else if (isRecord(next)) for (const each of Object.values(next)) waiting.push(each);
  }
  return false;
}

/** Parses a message of Slack. For an event about an edited message, returns the edited message. Returns null for anything else. */
export function messageFrom(raw: unknown): SlackMessage | null {
  if (!isRecord(raw)) return null;
  const message = raw.subtype === 'message_changed' ? raw.message : raw;
  return messageSchema.safeParse(message).data ?? null;
}

/** Parses the messages on a page and skips everything else. Lets the event loop run in between, so that other requests do not wait. */
export async function messagesFrom(raw: unknown[]): Promise<SlackMessage[]> {
  const messages: SlackMessage[] = [];
  for await (const each of inSlices(raw)) {
    const message = messageFrom(each);
    if (message) messages.push(message);
  }
  return messages;
}

/** Subtypes of messages that people and apps write. All other subtypes are Slack's notices, for example that a person joined. */
const SAID_SUBTYPES = new Set([
  'bot_message',
  'file_comment',
  'file_share',
  'me_message',
  'slackbot_response',
  'thread_broadcast',
]);

export function isSaid({ subtype, hidden }: SlackMessage): boolean {
  return !hidden && (subtype === undefined || SAID_SUBTYPES.has(subtype));
}

/** Returns true if a person wrote the message, and false for an app. */
export function isByPerson({ bot_id, subtype = '' }: Pick<SlackMessage, 'bot_id' | 'subtype'>): boolean {
  return !bot_id && !['bot_message', 'slackbot_response'].includes(subtype);
}

export function isReply({ ts, thread_ts }: SlackMessage): boolean {
  return thread_ts !== undefined && thread_ts !== ts;
}

/** Removes duplicates. If a reply was also sent to the channel, Slack returns the reply once in the channel and once in the thread. */
export function uniqueMessages(messages: SlackMessage[]): SlackMessage[] {
  return [...new Map(messages.map((message) => [message.ts, message])).values()];
}

/** Converts Slack's `ts` to milliseconds since the epoch; undefined if it is not a valid time. */
export function msFromTs(ts: string): number | undefined {
  const ms = Math.floor(Number(ts) * 1000);
  return ts !== '' && isTime(ms) ? ms : undefined;
}

/** Converts a time to Slack's `ts`, which is in seconds with six decimal places. */
export function tsFrom(at: Date): string {
  return (at.getTime() / 1000).toFixed(6);
}

/** Returns true if a time in milliseconds is within the range of JavaScript's Date. */
export function isTime(ms: number): boolean {
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15;
}
