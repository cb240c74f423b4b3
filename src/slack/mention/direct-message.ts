import type { SlackContext } from '../bolt/context.ts';
import { type EventOf, isFirstDelivery } from '../bolt/requests.ts';
import { teamOf } from '../bolt/team.ts';
import { helpMessage } from '../kit/help.ts';

type Said = EventOf<'message'>;

/** Deckhand does not chat: whoever writes to it is answered with what it does. */
export async function directMessage({ event, body, context, client }: Said, slack: SlackContext) {
  if (!isFromPerson(event)) return;
  if (!(await isFirstDelivery(teamOf(context, body), body.event_id, slack))) return;
  const thread = 'thread_ts' in event ? event.thread_ts : undefined;
  await client.chat.postMessage({
    channel: event.channel,
    ...helpMessage(slack),
    ...(thread && { thread_ts: thread }),
  });
}

/** A new message of a person; not an edit, a deletion, or a message of an app. */
function isFromPerson(event: Said['event']): boolean {
  const isNew = event.subtype === undefined || event.subtype === 'file_share';
  return event.channel_type === 'im' && isNew && !('bot_id' in event && event.bot_id);
}
