import type { SlackContext } from '../bolt/context.ts';
import type { EventOf } from '../bolt/requests.ts';
import { teamOf } from '../bolt/team.ts';
import { helpMessage } from '../deck/help.ts';

type Said = EventOf<'message'>;

/** Slack sends an event again for up to a day. */
const REDELIVERED_WITHIN_MS = 25 * 60 * 60 * 1000;

/** Somebody writes to Deckhand: it does not chat, and says what it does instead of keeping silent. */
export async function directMessage({ event, body, context, client }: Said, slack: SlackContext) {
  if (!isFromPerson(event)) return;
  if (!(await slack.once(teamOf(context, body), `event:${body.event_id}`, REDELIVERED_WITHIN_MS))) return;
  const thread = 'thread_ts' in event ? event.thread_ts : undefined;
  await client.chat.postMessage({
    channel: event.channel,
    ...helpMessage(slack),
    ...(thread && { thread_ts: thread }),
  });
}

/** New words of a person; not an edit, a deletion, or a message of an app. */
function isFromPerson(event: Said['event']): boolean {
  const isNew = event.subtype === undefined || event.subtype === 'file_share';
  return event.channel_type === 'im' && isNew && !('bot_id' in event && event.bot_id);
}
