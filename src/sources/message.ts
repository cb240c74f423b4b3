import { z } from 'zod';
import { isLoose } from './loose.ts';

/** A message as Slack's history has it: the parts that are used, and nothing that would have to be trusted. */

const optionalText = z.string().optional().catch(undefined);

const messageSchema = z.object({
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
});

export type SlackMessage = z.output<typeof messageSchema>;

/** null where it is no message. Of an edit, as events tell it, the message as it is now. */
export function messageFrom(raw: unknown): SlackMessage | null {
  if (!isLoose(raw)) return null;
  const message = raw.subtype === 'message_changed' ? raw.message : raw;
  return messageSchema.safeParse(message).data ?? null;
}

/** Every other subtype is Slack's own note of something that happened: a join, a topic, a pin, a deletion. */
const SAID = new Set([
  'bot_message',
  'file_comment',
  'file_share',
  'me_message',
  'slackbot_response',
  'thread_broadcast',
]);

/** Whether somebody, or an app, has said it. */
export function isSaid({ subtype, hidden }: SlackMessage): boolean {
  return !hidden && (subtype === undefined || SAID.has(subtype));
}

export function isReply({ ts, thread_ts }: SlackMessage): boolean {
  return thread_ts !== undefined && thread_ts !== ts;
}
