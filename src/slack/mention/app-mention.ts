import { nameAtEnd, namesIn } from '../../asks/mention/names.ts';
import { isForDeckhand, isForPerson, understandMention } from '../../asks/mention/understand.ts';
import { newAsk } from '../../asks/new-ask.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type EventOf, isFirstDelivery, type PersonEventOf } from '../bolt/requests.ts';
import { acceptedTitleText, locationText } from '../kit/accepted/where-result-appears.ts';
import { attachedTo } from '../kit/ask-fields/file.ts';
import { type Message, plainMessage } from '../kit/blocks/parts.ts';
import { checkAsk } from '../kit/check-ask.ts';
import { closedMessage } from '../kit/copy/closed.ts';
import type { ThreadRef } from '../kit/lookups/threads.ts';
import { answerAboutLast } from './last-result.ts';
import { answerOpenCard } from './open-card.ts';
import { resolveNames } from './read-sentence.ts';
import { answerSentence, isRepeated, proposeChange, type Sentence } from './sentence.ts';

/**
 * Handles a mention, such as `@Deckhand make a one-pager for execs`:
 * - A sentence about the person's open card accepts, discards or changes the card.
 * - In the thread of a document, a request for a change gets a card that proposes the change.
 * - In any thread, a clear request starts a generation at once. Its source is the thread, and it uses the person's defaults.
 * - Every other request gets a card that shows what was understood. Examples are a vague request in a thread ("we could use slides"), a
 *   request with files, and a request of a person whose default is *Just for me*.
 */
export const appMention = {
  ack: 'stored' as const,
  by: ({ event, context }: EventOf<'app_mention'>) =>
    event.bot_id || event.user === context.botUserId ? undefined : event.user,
  refuse: (mention: Mention, text: string, slack: SlackContext) =>
    createAnswer(mention, slack)(closedMessage(text)),
  handle,
};

type Mention = PersonEventOf<'app_mention'>;

async function handle(mention: Mention, slack: SlackContext): Promise<void> {
  const { actor, event, context, client, body } = mention;
  const { channel, ts, thread_ts: threadTs } = event;
  const thread = threadTs !== undefined && threadTs !== ts ? { channel, ts: threadTs } : undefined;
  const attached = await attachedTo(event, client, await slack.granted(actor.team, 'canvases:read'));
  const sentence: Sentence = {
    actor,
    client,
    text: withoutMention(event.text, context.botUserId),
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
  const isDone =
    !attached.files &&
    !attached.fileNotes &&
    ((await answerOpenCard(sentence, slack)) ||
      (thread &&
        ((await proposeChange(sentence, thread, slack)) ||
          (await makeOfThread(sentence, thread, ts, slack)))) ||
      (await answerAboutLast(sentence, slack)));
  if (!isDone) await answerSentence(sentence, slack);
}

/**
 * Matches a sentence that contains the content of the document itself: "a deck on our history: founded 1975, 210 people". If a sentence
 * matches, the document is made from the sentence instead of the thread.
 */
const OWN_CONTENT = /\b(?:about|on|regarding) (?!this\b|that\b|it\b)[^:]{3,120}: ?\S+(?: \S+){4}/i;
/**
 * Matches a sentence that names a channel or a person. A card is shown first, because the document may be about the channel instead of the
 * thread, or the sentence may be for that person: "can you make slides of this @Ben?"
 */
const NAMES_OTHERS = /\bchannel\b|<#|<@/i;

/** Matches words that may limit who sees the result. The person then chooses on a card. */
const MAY_BE_PRIVATE =
  /\b(?:private|confidential(?:ly)?|secret(?:ly)?|my eyes|only (?:I|me|visible)|(?:nobody|no ?one) else|(?:do not|don['’]?t|not|never) (?:yet )?(?:post|share|show|publish|send|put|here|in (?:this|the) (?:thread|channel)))\b/i;
/** Matches words of a request that is not for now, or that is taken back. */
const NOT_NOW =
  /(?<!\b(?:for|by|of|about|from|due|on|needed) )\b(?:later|tomorrow|next time)[.!]*$|\b(?:once|as soon as|unless|not (?:now|yet))\b|[?.!,] *(?:no|nope|never ?mind)[.!]*$/i;

/**
 * Starts the generation that a sentence in a thread requests, or replies why it cannot be started. The idempotency key contains the
 * mention's `ts`.
 * @returns false if the caller has to handle the sentence: it does not clearly request a document, it names a channel, it sets who gets
 *   access to the document, it may be private or not for now, or the person's default is *Just for me*
 */
async function makeOfThread(
  sentence: Sentence,
  thread: ThreadRef,
  ts: string,
  slack: SlackContext,
): Promise<boolean> {
  const { actor, text, channel, place } = sentence;
  if (NAMES_OTHERS.test(text)) return false;
  const words = await slack.threads.plain(actor.team, text);
  const chosen = understandMention(words);
  // If the sentence sets who gets access to the document, a card shows this setting before anything is made.
  if (!chosen || chosen.sharing) return false;
  const isForThem = isForPerson(words);
  if (NOT_NOW.test(words) || (!isForThem && MAY_BE_PRIVATE.test(words))) return false;
  const defaults = await slack.defaults.forAsk({ ...actor, channel });
  if (defaults.seenBy === 'me') return false;
  const named = [...namesIn(words), ...nameAtEnd(words)];
  const request = { choices: chosen, prompt: words, named, notes: [] };
  const { choices } = await resolveNames(request, actor.team, slack);
  const source = OWN_CONTENT.test(words) ? { kind: 'text' as const } : { kind: 'thread' as const, ...thread };
  const destination = isForThem ? { channel: actor.person } : place;
  const ask = newAsk({ actor, source, words, choices, defaults, destination });
  const blocked = await checkAsk(ask, sentence, slack, 'now');
  if (blocked) {
    await sentence.answer(blocked);
    return true;
  }
  if (await isRepeated(sentence, slack)) return true;
  const generation = await slack.generations.start(ask, `mention:${channel}:${ts}`);
  slack.log.info({ team: actor.team, generation: generation.id }, 'An ask was accepted');
  // If the result is for the thread, no answer is needed, because the generation posts a message in the thread.
  const where = locationText(generation, actor.person);
  if (isForThem) await sentence.answer(plainMessage(`${acceptedTitleText(generation)} ${where}`));
  return true;
}

/**
 * Returns a function that answers with an ephemeral message, once for each event. After a crash the answer may be posted twice, with the
 * same proposal, because Slack does not say whether an ephemeral message was posted.
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

/**
 * Removes the mention from a message. If the mention begins a sentence for Deckhand, also removes the sentences before the mention, because
 * those sentences were written for everybody.
 */
function withoutMention(text: string, botUserId: string | undefined): string {
  const parts = text.split(new RegExp(`<@${botUserId}(?:\\|[^>]*)?>[,:]?`));
  const [before = '', ...rest] = parts;
  const behind = rest.join(' ').trim();
  const said = before.trimEnd();
  const isEnded = /[.!?,:]$/.test(said) || before.slice(said.length).includes('\n');
  return isEnded && isForDeckhand(behind, 'first') ? behind : parts.join(' ').trim();
}
