import type { Actor } from '../../actor.ts';
import { parseMention } from '../../asks/mention/parse-mention.ts';
import { isForPerson, namesIn } from '../../asks/mention/understand.ts';
import { newAsk } from '../../asks/new-ask.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type EventOf, isFirstDelivery } from '../bolt/requests.ts';
import { teamOf } from '../bolt/team.ts';
import type { Message } from '../kit/parts.ts';
import type { ThreadRef } from '../kit/threads.ts';
import { refusalOf } from './refusal.ts';
import { answerSentence, defaultsOf, type Sentence, withNames } from './sentence.ts';

/**
 * `@Deckhand make a one-pager for execs`: in a thread that plainly asks and is made at once, with defaults for what the
 * words leave open. Elsewhere, for wishes, and for what goes to the person alone, a card shows what was understood.
 */
export async function appMention(
  { event, body, context, client }: EventOf<'app_mention'>,
  slack: SlackContext,
): Promise<void> {
  if (!event.user || event.bot_id || event.user === context.botUserId) return;
  const actor = { team: teamOf(context, body), person: event.user };
  const { channel, ts, thread_ts: threadTs } = event;
  const thread = threadTs !== undefined && threadTs !== ts ? { channel, ts: threadTs } : undefined;
  const sentence: Sentence = {
    actor,
    client,
    text: withoutMention(event.text, context.botUserId),
    channel,
    isDirect: false,
    place: { channel, threadTs: threadTs ?? ts },
    answer: answerer(client, { actor, channel, threadTs, eventId: body.event_id }, slack),
    ...(thread && { thread }),
  };
  const made = thread && (await makeOfThread(sentence, thread, ts, slack));
  if (!made) await answerSentence(sentence, slack);
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
  const refusal = await refusalOf(ask, sentence, slack);
  if (refusal) {
    await sentence.answer(refusal);
    return true;
  }
  // The generation's first message is the answer.
  const { id } = await slack.generations.start(ask, `mention:${channel}:${ts}`);
  slack.log.info({ team: actor.team, generation: id }, 'An ask was taken');
  return true;
}

interface Place {
  actor: Actor;
  channel: string;
  threadTs: string | undefined;
  eventId: string;
}

function answerer(client: SlackClient, { actor, channel, threadTs, eventId }: Place, slack: SlackContext) {
  return async (message: Message): Promise<void> => {
    if (!(await isFirstDelivery(actor.team, eventId, slack))) return;
    await client.chat.postEphemeral({
      channel,
      user: actor.person,
      ...message,
      ...(threadTs && { thread_ts: threadTs }),
    });
  };
}

/** The mention may stand anywhere in the message. */
function withoutMention(text: string, botUserId: string | undefined): string {
  return text.replaceAll(new RegExp(`<@${botUserId}(?:\\|[^>]*)?>[,:]?`, 'g'), ' ').trim();
}
