import { z } from 'zod';
import { lenient } from '../lenient.ts';
import { inSlices } from './slices.ts';
import { cutToRoom, isRecord, recordsOf, type UnknownRecord } from './unknown-value.ts';

/** A message of Slack's history, with only the fields that are used. A field (except `ts`) with an unexpected value is read as missing. */

const optionalText = lenient(z.string());

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
  /** Ids of some of the people who replied. */
  reply_users: lenient(z.array(z.string())),
  latest_reply: optionalText,
  /** Added by `withinRoom`: approximate size in characters. */
  size: lenient(z.number()),
  /** Added by `withinRoom`: true if the message was cut. */
  isCut: lenient(z.boolean()),
  /** Added by `withinRoom`: true if the message was cut and had the marker `!nodeck` before it was cut. */
  isMarked: lenient(z.boolean()),
});

/** Maximum number of characters that are kept of each part of a message. Slack allows an app 40,000 in `text` and 13,200 in blocks. */
const CHARACTERS_PER_PART = 16_000;

/** Properties of a file that are kept. Most others are URLs of previews, with which ten files would exceed `CHARACTERS_PER_PART`. */
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

/** Matches the marker of messages that must not be used, also with formatting around it. */
const MARKER = /(?<![\p{L}\p{N}])!nodeck(?![\p{L}\p{N}])/iu;

/** Returns true if any text within a value has the marker. The function is not recursive, because blocks can be nested deeply. */
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

/** Parses a message. Returns null if the value is not a message. For an event about an edit, returns the edited message. */
export function messageFrom(raw: unknown): SlackMessage | null {
  if (!isRecord(raw)) return null;
  const message = raw.subtype === 'message_changed' ? raw.message : raw;
  return messageSchema.safeParse(message).data ?? null;
}

/** Parses the messages of a page. Skips values that are not messages. Lets the event loop run in between. */
export async function messagesFrom(raw: unknown[]): Promise<SlackMessage[]> {
  const messages: SlackMessage[] = [];
  for await (const each of inSlices(raw)) {
    const message = messageFrom(each);
    if (message) messages.push(message);
  }
  return messages;
}

/** Subtypes of messages by people and apps. Messages with another subtype are notices of Slack, for example that a person joined. */
const SAID_SUBTYPES = new Set([
  'bot_message',
  'file_comment',
  'file_share',
  'me_message',
  'slackbot_response',
  'thread_broadcast',
]);

/** Returns true if a person or an app wrote the message. */
export function isSaid({ subtype, hidden }: SlackMessage): boolean {
  return !hidden && (subtype === undefined || SAID_SUBTYPES.has(subtype));
}

/** Returns true if a person wrote the message, not an app. */
export function isByPerson({ bot_id, subtype = '' }: Pick<SlackMessage, 'bot_id' | 'subtype'>): boolean {
  return !bot_id && !['bot_message', 'slackbot_response'].includes(subtype);
}

export function isReply({ ts, thread_ts }: SlackMessage): boolean {
  return thread_ts !== undefined && thread_ts !== ts;
}

/** Removes duplicates. Slack returns a reply twice if it was also sent to the channel: once in the channel and once in the thread. */
export function uniqueMessages(messages: SlackMessage[]): SlackMessage[] {
  return [...new Map(messages.map((message) => [message.ts, message])).values()];
}

/** Converts a `ts` to milliseconds since the epoch; undefined if it is not a valid time. */
export function msFromTs(ts: string): number | undefined {
  const ms = Math.floor(Number(ts) * 1000);
  return ts !== '' && isTime(ms) ? ms : undefined;
}

/** Converts a time to a `ts`: seconds with six decimal places. */
export function tsFrom(at: Date): string {
  return (at.getTime() / 1000).toFixed(6);
}

/** Returns true if these milliseconds are in the range of Date. */
export function isTime(ms: number): boolean {
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15;
}
