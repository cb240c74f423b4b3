import { isLikelyAmendment } from '../../asks/mention/amend.ts';
import { findMessage, metadataOf } from '../bolt/calls/posts.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type EventOf, isFirstDelivery, type PersonEventOf } from '../bolt/requests.ts';
import { attachedTo } from '../kit/ask-fields/file.ts';
import { type Message, plainMessage } from '../kit/blocks/parts.ts';
import { escaped } from '../kit/blocks/text.ts';
import { answerFirst } from './answer-first.ts';
import { withChannel } from './channel-names.ts';
import { answerWithKept } from './kept-sentence.ts';
import { answerAboutLast } from './last-result.ts';
import { answerAgain } from './open-card/show-again.ts';
import { withoutAnswer } from './open-card/yes-and-more.ts';
import { placeOf } from './place.ts';
import { answerBelowDocument } from './propose-change.ts';
import { answerNearest } from './question-answers.ts';
import { answerSentence, isContent, type Sentence } from './sentence.ts';
import { refuseSentence } from './shut-out.ts';

type Said = PersonEventOf<'message'>;

/** Handles a message that a person writes in Deckhand's direct messages. */
export const directMessage = {
  ack: 'stored' as const,
  by: ({ event }: EventOf<'message'>) => (isFromPerson(event) ? event.user : undefined),
  async refuse(said: Said, why: string, slack: SlackContext) {
    if (!isFromPerson(said.event)) return;
    await refuseSentence(await sentenceOf(said, said.event, slack), why, slack);
  },
  handle,
};

async function sentenceOf(said: Said, event: FromPerson, slack: SlackContext): Promise<Sentence> {
  const { actor, client, body, context } = said;
  const { channel } = event;
  const threadTs = threadOf(event);
  const place = { channel, ...(threadTs && { threadTs }) };
  const attached = await attachedTo(event, client, await slack.granted(actor.team, 'canvases:read'));
  // If a message has files but no words, treat it as an ask for slides.
  const text = event.text?.trim() || (attached.files || attached.fileNotes ? 'slides of this' : '');
  const answer = createAnswer(said, slack);
  return {
    ...{ actor, client, text, channel, isDirect: true, place, ...attached, answer },
    id: body.event_id,
    isAgain: context.isAgain === true,
    async remove(ts) {
      await client.chat.delete({ channel, ts });
    },
  };
}

async function handle(said: Said, slack: SlackContext): Promise<void> {
  const { event } = said;
  if (!isFromPerson(event)) return;
  const whole = await withChannel(await sentenceOf(said, event, slack), slack);
  if (await answerAgain(whole, slack)) return;
  const sentence = await withoutAnswer(whole, slack);
  const { channel } = event;
  const threadTs = threadOf(event);
  // A message with files is always a new ask, even if no file can be read. It is never about an open card or an existing document.
  // "Use this photo on the cover" is about the open card, and no picture can be read.
  if (!sentence.files && sentence.fileNotes && isLikelyAmendment(sentence.text)) {
    const { cards } = await slack.openCards.of(sentence.actor, placeOf(sentence));
    if (cards.length > 0) {
      await sentence.answer(
        plainMessage(`${escaped(sentence.fileNotes.join(' '), 600)} The card is as before.`),
      );
      return;
    }
  }
  const isDone =
    !sentence.files &&
    !sentence.fileNotes &&
    !isContent(sentence) &&
    ((await answerWithKept(sentence, slack)) ||
      (await answerFirst(sentence, slack)) ||
      (threadTs && (await answerBelowDocument(sentence, { channel, ts: threadTs }, slack))) ||
      (await answerAboutLast(sentence, slack)));
  if (isDone || (await answerNearest(sentence, slack))) return;
  await answerSentence(sentence, slack);
}

/** Returns a function that answers in the conversation, once for each event. After a crash, it first looks for the answer there. */
function createAnswer({ actor, client, event, body, context }: Said, slack: SlackContext) {
  return async (message: Pick<Message, 'text'> & Partial<Message>): Promise<string | undefined> => {
    const isFirst = await isFirstDelivery(actor.team, body.event_id, slack);
    if (!isFirst && !context.isAgain) return undefined;
    const { channel } = event;
    const threadTs = threadOf(event);
    const place = { channel, ...(threadTs && { threadTs }) };
    const since = new Date(body.event_time * 1000);
    const answered = isFirst ? null : await findMessage(client, place, body.event_id, since);
    if (answered) return answered.ts;
    const thread = threadTs && { thread_ts: threadTs };
    const metadata = metadataOf(body.event_id);
    return (await client.chat.postMessage({ channel, ...message, ...thread, metadata })).ts;
  };
}

function threadOf(event: Said['event']): string | undefined {
  return 'thread_ts' in event ? event.thread_ts : undefined;
}

type FromPerson = Extract<Said['event'], { subtype: undefined } | { subtype: 'file_share' }>;

/** Returns true for a new message from a person. Returns false for an edit, a deletion, or a message from an app. */
function isFromPerson(event: Said['event']): event is FromPerson {
  const isNew = event.subtype === undefined || event.subtype === 'file_share';
  return event.channel_type === 'im' && isNew && !('bot_id' in event && event.bot_id) && 'user' in event;
}
