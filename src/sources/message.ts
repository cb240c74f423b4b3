import { z } from 'zod';
import { inSlices } from './slices.ts';
import { cutToRoom, isRecord } from './unknown-value.ts';

/** A message of Slack's history: the fields that are used, each optional, since apps write what they like. */

const optionalText = z.string().optional().catch(undefined);

const fields = z.object({
  ts: z.string(),
  thread_ts: optionalText,
  subtype: optionalText,
  hidden: z.boolean().optional().catch(undefined),
  user: optionalText,
  username: optionalText,
  bot_id: optionalText,
  bot_profile: z.object({ name: optionalText }).optional().catch(undefined),
  text: optionalText,
  blocks: z.array(z.unknown()).optional().catch(undefined),
  attachments: z.array(z.unknown()).optional().catch(undefined),
  files: z.array(z.unknown()).optional().catch(undefined),
  reactions: z
    .array(z.object({ name: z.string(), count: z.number().catch(1) }))
    .optional()
    .catch(undefined),
  reply_count: z.number().optional().catch(undefined),
  reply_users_count: z.number().optional().catch(undefined),
  latest_reply: optionalText,
  /** Ours: about how many characters it holds, whether some were cut off, and the marker with them. */
  size: z.number().optional().catch(undefined),
  isCut: z.boolean().optional().catch(undefined),
  isMarked: z.boolean().optional().catch(undefined),
});

/** Characters that are read of each part of a message. Slack takes 40,000 in the text of an app, 13,200 in blocks. */
const ROOM = 16_000;

function withinRoom(raw: unknown): unknown {
  if (!isRecord(raw)) return raw;
  const { text, blocks, attachments, files } = raw;
  const parts = { text, blocks, attachments, files };
  const cut = Object.entries(parts).map(([key, part]) => ({ key, ...cutToRoom(part, ROOM) }));
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

/** Keeps the message that it stands in out of what is made, formatted or not. */
const MARKER = /(?<![\p{L}\p{N}])!nodeck(?![\p{L}\p{N}])/iu;

/** Whether the marker stands in any text within the value. Not recursive, since Slack's blocks can be nested deeply. */
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

/** null where it is no message. An event that reports an edit gives the message as it is now. */
export function messageFrom(raw: unknown): SlackMessage | null {
  if (!isRecord(raw)) return null;
  const message = raw.subtype === 'message_changed' ? raw.message : raw;
  return messageSchema.safeParse(message).data ?? null;
}

/** Those that are messages. A page of large ones takes a while. */
export async function messagesFrom(raw: unknown[]): Promise<SlackMessage[]> {
  const messages: SlackMessage[] = [];
  for await (const each of inSlices(raw)) {
    const message = messageFrom(each);
    if (message) messages.push(message);
  }
  return messages;
}

/** All other subtypes are Slack's own notes: somebody joined, changed the topic, pinned or deleted something. */
const SAID_SUBTYPES = new Set([
  'bot_message',
  'file_comment',
  'file_share',
  'me_message',
  'slackbot_response',
  'thread_broadcast',
]);

/** Whether a person or an app said it. */
export function isSaid({ subtype, hidden }: SlackMessage): boolean {
  return !hidden && (subtype === undefined || SAID_SUBTYPES.has(subtype));
}

/** Written by a person, not by an app. */
export function isByPerson({ bot_id, subtype = '' }: Pick<SlackMessage, 'bot_id' | 'subtype'>): boolean {
  return !bot_id && !['bot_message', 'slackbot_response'].includes(subtype);
}

export function isReply({ ts, thread_ts }: SlackMessage): boolean {
  return thread_ts !== undefined && thread_ts !== ts;
}

/** Each message once: Slack repeats the first message of a thread on each page, and a thread's broadcasts in the channel. */
export function uniqueMessages(messages: SlackMessage[]): SlackMessage[] {
  return [...new Map(messages.map((message) => [message.ts, message])).values()];
}

/** Milliseconds since the epoch of a message's `ts`; undefined where it is none. */
export function msFromTs(ts: string): number | undefined {
  const ms = Math.floor(Number(ts) * 1000);
  return ts !== '' && isTime(ms) ? ms : undefined;
}

/** An instant as Slack writes it: seconds with six decimal places. */
export function tsFrom(at: Date): string {
  return (at.getTime() / 1000).toFixed(6);
}

/** Whether it lies in the range of Date, in milliseconds. */
export function isTime(ms: number): boolean {
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15;
}
