import { withShortness } from '../../asks/mention/choices.ts';
import { nameAtEnd, namesIn } from '../../asks/mention/names.ts';
import { orderInThread } from '../../asks/mention/plain-order.ts';
import { isForPerson } from '../../asks/mention/request.ts';
import { isForDeckhand } from '../../asks/mention/understand.ts';
import { isClearYes, QUOTED } from '../../asks/mention/yes.ts';
import { newAsk } from '../../asks/new-ask.ts';
import { plural } from '../../text.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type EventOf, isFirstDelivery, type PersonEventOf } from '../bolt/requests.ts';
import { acceptedTitleText, locationText } from '../kit/accepted/where-result-appears.ts';
import { attachedTo } from '../kit/ask-fields/file.ts';
import { type Message, plainMessage } from '../kit/blocks/parts.ts';
import { escaped } from '../kit/blocks/text.ts';
import { admitAsk, blockedAnswer } from '../kit/check-ask.ts';
import type { ThreadRef } from '../kit/lookups/threads.ts';
import { answerFirst } from './answer-first.ts';
import { withChannel } from './channel-names.ts';
import { documentName } from './document-name.ts';
import { SEARCHED } from './document-questions.ts';
import { answerAboutLast } from './last-result.ts';
import { lastOf } from './open-card/older-card.ts';
import { answerAgain } from './open-card/show-again.ts';
import { withAsks } from './open-card/which-card.ts';
import { withoutAnswer } from './open-card/yes-and-more.ts';
import { placeOf } from './place.ts';
import { answerBelowDocument } from './propose-change.ts';
import { answerNearest } from './question-answers.ts';
import { resolveNames } from './read-sentence.ts';
import { answerSentence, isContent, isRepeated, keepUntilConnected, type Sentence } from './sentence.ts';
import { refuseSentence } from './shut-out.ts';

/**
 * Handles a mention, such as `@Deckhand make a one-pager for execs`:
 * - A sentence about the person's open card accepts, discards or changes the card.
 * - In the thread of a document, a change or a correction gets a card that proposes the change.
 * - In any thread, a clear request starts a generation at once. Its source is the thread.
 * - Every other request gets a card, for example a vague one ("we could use slides"), or one with files.
 */
export const appMention = {
  ack: 'stored' as const,
  by: ({ event, context }: EventOf<'app_mention'>) =>
    event.bot_id || event.user === context.botUserId ? undefined : event.user,
  async refuse(mention: Mention, why: string, slack: SlackContext) {
    await refuseSentence(await sentenceOf(mention, slack), why, slack);
  },
  handle,
};

type Mention = PersonEventOf<'app_mention'>;

async function sentenceOf(mention: Mention, slack: SlackContext): Promise<Sentence> {
  const { actor, event, context, client, body } = mention;
  const { channel, ts, thread_ts: threadTs } = event;
  const thread = threadTs !== undefined && threadTs !== ts ? { channel, ts: threadTs } : undefined;
  const attached = await attachedTo(event, client, await slack.granted(actor.team, 'canvases:read'));
  return {
    actor,
    client,
    text: withoutMention(event.text, context.botUserId, thread !== undefined),
    isAddressed: new RegExp(`^\\s*<@${context.botUserId}(?:\\|[^>]*)?>(?!,? *(?:<@|@))`).test(event.text),
    channel,
    isDirect: false,
    place: { channel, threadTs: threadTs ?? ts },
    answer: createAnswer(mention, slack),
    id: body.event_id,
    isAgain: context.isAgain === true,
    ...(thread && { thread }),
    ...attached,
  };
}

async function handle(mention: Mention, slack: SlackContext): Promise<void> {
  const whole = await withChannel(await sentenceOf(mention, slack), slack);
  if (await answerAgain(whole, slack)) return;
  const sentence = await withoutAnswer(whole, slack);
  const { thread } = sentence;
  const isDone =
    !sentence.files &&
    !sentence.fileNotes &&
    !isContent(sentence) &&
    ((await answerFirst(sentence, slack)) ||
      (thread &&
        ((await answerBelowDocument(sentence, thread, slack)) ||
          (await makeOfThread(sentence, thread, mention.event.ts, slack)))) ||
      (await answerAboutLast(sentence, slack)));
  if (isDone || (await answerNearest(sentence, slack))) return;
  await answerSentence(sentence, slack);
}

/** Matches a request that includes the content: "a deck on our history: founded 1975, 210 people". The thread is then not the source. */
const OWN_CONTENT = /\b(?:about|on|regarding) (?!this\b|that\b|it\b)[^:]{3,120}: ?\S+(?: \S+){4}/i;
/** Matches a sentence that names a channel or a person. The source or the addressee is then uncertain, so Deckhand shows a card first. */
const NAMES_OTHERS = /\bchannel\b|<#|<@|(?<!\S)[@#]\w/i;

/** Matches an order about "it", which may be the document of the thread. */
const ORDERS_IT = /\b(?:make|turn|put|do|have|get|convert|translate) (?:it|this|that)\b/i;

const AS_THING = /^(?:(?:now|and|then|also|please|pls) )*as\b/i;

/**
 * Starts the generation that a sentence in a thread requests, or replies why not. The mention's `ts` is in the idempotency key.
 * @returns false if nothing was started or replied, because a card must come first
 */
async function makeOfThread(
  sentence: Sentence,
  thread: ThreadRef,
  ts: string,
  slack: SlackContext,
): Promise<boolean> {
  const { actor, text, channel, place } = sentence;
  if (NAMES_OTHERS.test(text)) return false;
  // "Turn the board pack into slides" names a document, and the order would be made of the thread.
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  const name = documentName(text, recent);
  if (name?.document && name.isClear) return false;
  // After a card for the person alone, the next order may be meant for them alone, too, so it gets a card first.
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const open = await withAsks(cards, sentence, slack);
  if (open.some(({ ask }) => ask.destination.channel === actor.person)) return false;
  const words = await slack.threads.plain(actor.team, text);
  // "Turn it into a one-pager" may be about the document of the thread.
  if (ORDERS_IT.test(words) && (await slack.generations.documentIn(actor.team, thread))) return false;
  // "Now as slides" after a result is about this result.
  if (AS_THING.test(words) && (await lastOf(sentence, slack))) return false;
  // "Make it" may answer a card in the channel.
  if (isClearYes(words) || QUOTED.test(text)) return false;
  const order = orderInThread(words);
  // If the sentence sets who gets access to the document, a card shows this setting before anything is made.
  if (!order || order.choices.sharing) return false;
  const defaults = await slack.defaults.forAsk({ ...actor, channel });
  if (defaults.seenBy === 'me') return false;
  const named = [...namesIn(words), ...nameAtEnd(words)];
  const request = { choices: order.choices, prompt: words, named, notes: [] };
  const { choices: said, prompt } = await resolveNames(request, sentence, slack);
  if (!order.isPlain(prompt)) return false;
  const isForThem = isForPerson(words);
  const source = OWN_CONTENT.test(words) ? { kind: 'text' as const } : { kind: 'thread' as const, ...thread };
  const choices = withShortness(said, words, source);
  const destination = isForThem ? { channel: actor.person } : place;
  const ask = newAsk({ actor, source, words, choices, defaults, destination });
  const admission = await admitAsk(ask, 'now', slack);
  const blocked = await blockedAnswer(admission, ask, sentence, slack, {
    words,
    kept: { origin: sentence.id },
  });
  if (blocked) {
    await keepUntilConnected(ask, admission, words, sentence, slack);
    await sentence.answer(blocked);
    return true;
  }
  const unread = source.kind === 'thread' ? await unreadFilesIn(thread, sentence, slack) : undefined;
  if (unread) {
    await answerSentence({ ...sentence, fileNotes: [unread] }, slack);
    return true;
  }
  if (await isRepeated(sentence, slack)) return true;
  const generation = await slack.generations.start(ask, `mention:${channel}:${ts}`);
  slack.log.info({ team: actor.team, generation: generation.id }, 'An ask was accepted');
  // Reply only if just the person gets the result, or to name wishes. In a thread, the generation posts its own message.
  const where = locationText(generation, actor.person);
  if (order.wishes) {
    const text = `On its way, with your wishes: “${escaped(order.wishes, 200)}”.`;
    await sentence.answer(plainMessage(isForThem ? `${text} ${where}` : text));
  } else if (isForThem) await sentence.answer(plainMessage(`${acceptedTitleText(generation)} ${where}`));
  return true;
}

/** Returns the note about files of a thread that Deckhand could read, but does not without being told; undefined if there are none. */
async function unreadFilesIn(
  thread: ThreadRef,
  { actor }: Sentence,
  { threads, log }: SlackContext,
): Promise<string | undefined> {
  // If Slack does not say it now, the result says which files were not read.
  const files = await threads.filesInThread(actor.team, thread).catch((err) => {
    log.info({ team: actor.team, err }, 'The files of a thread could not be looked up');
    return [];
  });
  if (files.length === 0) return undefined;
  const [are, them] = files.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${plural(files.length, 'file')} in the thread ${are} not read. To have ${them} read, choose ${them} in *Turn thread into slides*.`;
}

/**
 * Returns a function that answers with an ephemeral message, once for each event. After a crash, the answer may be posted again, because
 * Slack does not say whether it was posted.
 */
function createAnswer({ actor, client, event, body, context }: Mention, slack: SlackContext) {
  const { channel, thread_ts: threadTs } = event;
  return async (message: Answer): Promise<undefined> => {
    const isFirst = await isFirstDelivery(actor.team, body.event_id, slack);
    if (!isFirst && !context.isAgain) return;
    const thread = threadTs && { thread_ts: threadTs };
    await client.chat.postEphemeral({ channel, user: actor.person, ...message, ...thread });
  };
}

type Answer = Pick<Message, 'text'> & Partial<Message>;

/** Matches a request about the words before it: "make a one-pager about that", "put that in a report". */
const ABOUT_IT = /\b(?:about|of|from|on|put|turn|make) (?:that|this|it)\b/i;

/** Matches words between a sentence and the mention: "The boiler man comes at 11. And @Deckhand: make a one-pager about it". */
const LEADS_TO = /(?<=[.!?,:\n])(?: ?(?:and|but|so|also|now|then|hey|hi|please|dear|ok)\b)+$/i;

/**
 * Removes the mention from a message. If a sentence begins with it, also removes the sentences before it. Keeps them in a channel if the
 * request is about them.
 */
function withoutMention(text: string, botUserId: string | undefined, isInThread: boolean): string {
  const parts = text.split(new RegExp(`<@${botUserId}(?:\\|[^>]*)?>[,:]?`));
  const [before = '', ...rest] = parts;
  const behind = rest.join(' ').trim();
  const said = before.trimEnd().replace(LEADS_TO, '').trimEnd();
  const isEnded = /[.!?,:]$/.test(said) || before.slice(said.length).includes('\n');
  if (!isEnded || !isForDeckhand(behind, 'first')) return parts.join(' ').trim();
  return isInThread || !ABOUT_IT.test(behind) ? behind : `${said}\n${behind}`;
}
