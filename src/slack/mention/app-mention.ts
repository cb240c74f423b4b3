import { namesIn } from '../../asks/mention/names.ts';
import { parseMention } from '../../asks/mention/parse-mention.ts';
import { isForDeckhand, isForPerson } from '../../asks/mention/understand.ts';
import { newAsk } from '../../asks/new-ask.ts';
import type { ConnectCard, SlackContext } from '../bolt/context.ts';
import { type EventOf, isFirstDelivery, type PersonEventOf } from '../bolt/requests.ts';
import type { Message } from '../kit/parts.ts';
import type { ThreadRef } from '../kit/threads.ts';
import { proposeChange } from './change.ts';
import { refusalOf } from './refusal.ts';
import { answerRefusal, answerSentence, defaultsOf, type Sentence, withNames } from './sentence.ts';

/**
 * `@Deckhand make a one-pager for execs`: in a thread that plainly asks and is made at once, with defaults for what the
 * words leave open; in the thread of a document, a wish to change that is proposed. Elsewhere, for wishes, and for what goes to the person alone, a card shows what was understood.
 */
export const appMention = {
  ack: 'kept' as const,
  by: ({ event, context }: EventOf<'app_mention'>) =>
    event.bot_id || event.user === context.botUserId ? undefined : event.user,
  refuse: (mention: Mention, text: string, slack: SlackContext) => answererOf(mention, slack)({ text }),
  handle,
};

type Mention = PersonEventOf<'app_mention'>;

async function handle(mention: Mention, slack: SlackContext): Promise<void> {
  const { actor, event, context, client, body } = mention;
  const { channel, ts, thread_ts: threadTs } = event;
  const thread = threadTs !== undefined && threadTs !== ts ? { channel, ts: threadTs } : undefined;
  const sentence: Sentence = {
    actor,
    client,
    text: withoutMention(event.text, context.botUserId),
    channel,
    isDirect: false,
    place: { channel, threadTs: threadTs ?? ts },
    answer: answererOf(mention, slack),
    id: body.event_id,
    ...(thread && { thread }),
  };
  const isDone =
    thread &&
    ((await proposeChange(sentence, thread, slack)) || (await makeOfThread(sentence, thread, ts, slack)));
  if (!isDone) await answerSentence(sentence, slack);
}

/** A sentence about the channel is not about the thread that it stands in. */
const OF_CHANNEL = /\bchannel\b|<#/i;

/** False where the words do not plainly ask. The key names the mention, so that it is made once. */
async function makeOfThread(
  sentence: Sentence,
  thread: ThreadRef,
  ts: string,
  slack: SlackContext,
): Promise<boolean> {
  const { actor, text, channel, place } = sentence;
  if (OF_CHANNEL.test(text)) return false;
  const words = await slack.threads.plain(actor.team, text);
  const intent = parseMention(words);
  if (intent.kind === 'talk' || isForPerson(words)) return false;
  const named = { ...intent, prompt: words, named: namesIn(words) };
  const { choices } = await withNames(named, actor.team, slack);
  const defaults = await defaultsOf(actor, channel, slack);
  const source = { kind: 'thread' as const, ...thread };
  const ask = newAsk({ actor, source, words, choices, defaults, destination: place });
  const refusal = await refusalOf(ask, sentence, slack, 'now');
  if (refusal) {
    await answerRefusal(sentence, refusal, slack);
    return true;
  }
  // The generation's first message is the answer.
  const { id } = await slack.generations.start(ask, `mention:${channel}:${ts}`);
  slack.log.info({ team: actor.team, generation: id }, 'An ask was taken');
  return true;
}

/**
 * Answers that person alone, once for each event. Nobody can look for a message that only its reader sees: where a process
 * died as it was about to answer, it may come a second time, with the same proposal in it.
 */
function answererOf({ actor, client, event, body, context }: Mention, slack: SlackContext) {
  const { channel, thread_ts: threadTs } = event;
  return async (message: Answer): Promise<ConnectCard | undefined> => {
    const isFirst = await isFirstDelivery(actor.team, body.event_id, slack);
    if (!isFirst && !context.isAgain) return undefined;
    const thread = threadTs && { thread_ts: threadTs };
    await client.chat.postEphemeral({ channel, user: actor.person, ...message, ...thread });
    return { kind: 'seen', channel, person: actor.person };
  };
}

type Answer = Pick<Message, 'text'> & Partial<Message>;

/**
 * The mention may stand anywhere in the message. Where it begins a sentence that is for Deckhand, those before it were said to
 * everybody, and are content.
 */
function withoutMention(text: string, botUserId: string | undefined): string {
  const parts = text.split(new RegExp(`<@${botUserId}(?:\\|[^>]*)?>[,:]?`));
  const [before = '', ...rest] = parts;
  const behind = rest.join(' ').trim();
  const said = before.trimEnd();
  const isEnded = /[.!?]$/.test(said) || before.slice(said.length).includes('\n');
  const isApart = isEnded && isForDeckhand(behind, 'first');
  return isApart ? behind : parts.join(' ').trim();
}
