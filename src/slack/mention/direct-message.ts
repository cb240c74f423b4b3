import type { ConnectCard, SlackContext } from '../bolt/context.ts';
import { findMessage, metadataOf } from '../bolt/posts.ts';
import { type EventOf, isFirstDelivery, type PersonEventOf } from '../bolt/requests.ts';
import type { Message } from '../kit/parts.ts';
import { proposeChange } from './change.ts';
import { answerSentence } from './sentence.ts';

type Said = PersonEventOf<'message'>;

/** A sentence to Deckhand is enough to have something made. */
export const directMessage = {
  ack: 'kept' as const,
  by: ({ event }: EventOf<'message'>) => (isFromPerson(event) ? event.user : undefined),
  refuse: (said: Said, text: string, slack: SlackContext) => answererOf(said, slack)({ text }),
  handle,
};

async function handle(said: Said, slack: SlackContext): Promise<void> {
  const { actor, event, client, body } = said;
  if (!isFromPerson(event)) return;
  const { channel, text = '' } = event;
  const threadTs = threadOf(event);
  const place = { channel, ...(threadTs && { threadTs }) };
  const file = fileOf(event);
  const answer = answererOf(said, slack);
  const given = { actor, client, text, channel, isDirect: true, place, ...(file && { file }), answer };
  const sentence = { ...given, id: body.event_id };
  const isChange = threadTs && !file && (await proposeChange(sentence, { channel, ts: threadTs }, slack));
  if (!isChange) await answerSentence(sentence, slack);
}

/** Answers in the conversation, once for each event: where a process died as it was about to, the answer is looked for. */
function answererOf({ actor, client, event, body, context }: Said, slack: SlackContext) {
  return async (message: Pick<Message, 'text'> & Partial<Message>): Promise<ConnectCard | undefined> => {
    const isFirst = await isFirstDelivery(actor.team, body.event_id, slack);
    if (!isFirst && !context.isAgain) return undefined;
    const { channel } = event;
    const threadTs = threadOf(event);
    const place = { channel, ...(threadTs && { threadTs }) };
    const since = new Date(body.event_time * 1000);
    const answered = isFirst ? null : await findMessage(client, place, body.event_id, since);
    if (answered) return { kind: 'message', ...answered };
    const thread = threadTs && { thread_ts: threadTs };
    const metadata = metadataOf(body.event_id);
    const { ts } = await client.chat.postMessage({ channel, ...message, ...thread, metadata });
    return ts ? { kind: 'message', channel, ts } : undefined;
  };
}

function threadOf(event: Said['event']): string | undefined {
  return 'thread_ts' in event ? event.thread_ts : undefined;
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
