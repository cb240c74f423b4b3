import type { SlackContext } from '../bolt/context.ts';
import { type EventOf, isFirstDelivery } from '../bolt/requests.ts';
import { teamOf } from '../bolt/team.ts';
import { answerSentence } from './sentence.ts';

type Said = EventOf<'message'>;

/** A sentence to Deckhand is enough to have something made. */
export async function directMessage({ event, body, context, client }: Said, slack: SlackContext) {
  if (!isFromPerson(event)) return;
  const actor = { team: teamOf(context, body), person: event.user };
  const { channel, text = '' } = event;
  const threadTs = 'thread_ts' in event ? event.thread_ts : undefined;
  const place = { channel, ...(threadTs && { threadTs }) };
  const file = fileOf(event);
  await answerSentence(
    {
      actor,
      client,
      text,
      channel,
      isDirect: true,
      place,
      ...(file && { file }),
      async answer(message) {
        if (!(await isFirstDelivery(actor.team, body.event_id, slack))) return;
        await client.chat.postMessage({ channel, ...message, ...(threadTs && { thread_ts: threadTs }) });
      },
    },
    slack,
  );
}

type FromPerson = Extract<Said['event'], { subtype: undefined } | { subtype: 'file_share' }>;

/** A new message of a person; not an edit, a deletion, or a message of an app. */
function isFromPerson(event: Said['event']): event is FromPerson {
  const isNew = event.subtype === undefined || event.subtype === 'file_share';
  return event.channel_type === 'im' && isNew && !('bot_id' in event && event.bot_id) && 'user' in event;
}

/** The text file that came with it. */
function fileOf(event: FromPerson): { id: string; name: string } | undefined {
  const files = 'files' in event ? event.files : undefined;
  const file = files?.find(({ name }) => /\.(?:md|markdown|txt)$/i.test(name ?? ''));
  return file && { id: file.id, name: file.name ?? 'A file' };
}
