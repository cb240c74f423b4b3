import type { KnownBlock } from '@slack/types';
import { findChoices, languageNamed } from '../../asks/mention/choices.ts';
import { findAsk, OF_THREAD } from '../../asks/mention/find-ask.ts';
import { copyIn } from '../../asks/mention/find-edit.ts';
import { ruleText } from '../../asks/mention/other-languages.ts';
import { isQuestion, nearestOrder, nearestTopics, questionsIn } from '../../asks/mention/questions.ts';
import { orderBehind } from '../../asks/mention/request.ts';
import { sharingIn } from '../../asks/mention/sharing.ts';
import { isOtherOrder, talkIn } from '../../asks/mention/talk.ts';
import { CLEARLY_TALK, likelyTopics, talkLead } from '../../asks/mention/topic-model.ts';
import {
  isAdminTopic,
  isDocumentTopic,
  isTopic,
  topics as labels,
  type Topic,
} from '../../asks/mention/topics.ts';
import { isTypo } from '../../asks/mention/typos.ts';
import { isPlainTalk } from '../../asks/mention/understand.ts';
import { unreadNotes } from '../../asks/mention/unsupported.ts';
import type { Ask } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import { clickValue, locationOf, replaceMessage } from '../bolt/answers/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { isAdmin } from '../bolt/permissions/permissions.ts';
import type { Click } from '../bolt/requests.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { button, buttons, buttonValue, type Message, plainMessage, section } from '../kit/blocks/parts.ts';
import { escaped, isChannel, serviceText } from '../kit/blocks/text.ts';
import { questionMessage, remarkMessage } from './cards.ts';
import { digestsAnswer } from './digest-answers.ts';
import { documentName, titledMost } from './document-name.ts';
import { documentFor, isOfDocument, whichDocument } from './document-orders.ts';
import { isAboutDocument, SEARCHED } from './document-questions.ts';
import { namedWords, searchedWords } from './name-words.ts';
import { withAsks } from './open-card/which-card.ts';
import { placeOf } from './place.ts';
import { CORRECTS } from './propose-change.ts';
import { readSentence } from './read-sentence.ts';
import { prohibitionAnswer } from './rule-forms.ts';
import type { Sentence } from './sentence.ts';
import { isShare } from './share-words.ts';
import { answers } from './topic-answers.ts';
import type { Asked } from './who-sees.ts';

/**
 * Answers questions about Deckhand itself, such as "who can see this?" The answers spend nothing, need no connection to the service, and
 * leave open cards as they are.
 */

/** Answers a question about Deckhand. @returns false if the sentence is no such question, or if an open card answers it */
export async function answerQuestion(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text: said } = sentence;
  if (said.length > LONGEST) return false;
  const isOfChannel = NAMES_CHANNEL.test(said);
  const plain = await slack.threads.plain(
    actor.team,
    said.replace(/<#[^>]*>|#[\p{L}\d_-]{2,80}/gu, '#channel'),
  );
  const words = withoutName(plain, slack.serviceName);
  if (ASKS_WHEN.test(words)) {
    await sentence.answer(await digestsAnswer(sentence, words, slack));
    return true;
  }
  const asked = await topicsIn(words, sentence, slack);
  // "No links" changes the card or the document, so only some orders are about Deckhand there.
  const mayChange =
    asked.length > 0 &&
    !isQuestion(words) &&
    (sentence.thread !== undefined || (await openAt(sentence, slack)).cards.length > 0);
  const all = asked.filter((one) => !mayChange || ORDERED.has(one) || isDocumentTopic(one));
  // With a channel's name, only sentences such as "limit #revenue to 50 credits" are about Deckhand.
  const found = isOfChannel
    ? all.filter((one) => isAdminTopic(one) || OF_CHANNEL.has(one) || (one === 'digest' && WHO.test(words)))
    : all;
  const order = found.length === 0 ? (meantTopic(words) ?? nearestOrder(words)) : undefined;
  if (isOfChannel && found.length === 0 && order !== 'limits') return false;
  const [first] = found;
  // With an open card, "as PDF?" is a choice.
  const isOrder = !isQuestion(words) || findChoices(words, '').phrases.length > 0;
  if (first && isDocumentTopic(first) && isOrder) {
    const at = await openAt(sentence, slack);
    const isOf = await isOfDocument(first, at, sentence, slack);
    if (!isOf) return false;
    const document = isOf === true ? undefined : isOf;
    await answerTopics(found, { cards: [], document }, sentence, slack);
    return true;
  }
  const named = found.length > 0 ? found : order ? [order] : topicsOfTalk(words);
  // "Let Nils use you, but max 30 credits" is about a guest or a member.
  // "Stop Ben's digest" is about a digest. Only "no digests for anybody" is about limits.
  if (named.includes('limits') && ONE_DIGEST.test(words)) return false;
  const topics = named.includes('digest')
    ? (['digest'] as Topic[])
    : LETS_USE.test(words) && named.includes('limits')
      ? (await isListed(sentence, slack))
        ? ['limits' as Topic]
        : (['guests', 'limits'] as Topic[])
      : named;
  if (topics.length === 0) return answerWhoIs(words, sentence, slack);
  // "What is in the PDF that Mei posted, can you make a one-pager of it" is a request. Its card says what is not read.
  if (unreadNotes(words).length > 0 && orderBehind(words)) return false;
  const { cards, open } = await openAt(sentence, slack);
  // The card takes its last change back, says what it costs, and reads what stands beside a wish for Word: "2 pages, Word file".
  const isWithWord = topics.includes('word') && /[,;\d]|\band\b/.test(said) && !said.includes('?');
  if (open && ((found.length === 0 && !order) || topics.includes('undo') || isWithWord)) return false;
  // "No one outside may open the link" closes the card's link. "The links" is about all of them.
  const isSharing = sharingIn(words).sharing !== undefined;
  if (open && topics.includes('sharing') && isSharing && !OF_ALL_LINKS.test(words)) return false;
  // "Turn off pictures" is about the card, unless it names everybody.
  if (open && /\b(?:pictures?|images?)\b/i.test(said) && topics.includes('limits') && !FOR_ALL.test(said))
    if (!(await isAdmin(sentence, slack.log))) return false;
  if (topics.includes('word') && sentence.thread && isForThread(words)) return false;
  await answerTopics(topics, { cards, open }, sentence, slack);
  return true;
}

/**
 * Returns what a sentence asks about Deckhand. If it clearly names a finished document, it may ask for this document what is otherwise a
 * request: "I want the sales deck as PDF".
 */
async function topicsIn(
  words: string,
  { actor, isDirect, isCommand }: Sentence,
  slack: SlackContext,
): Promise<Topic[]> {
  const asked = questionsIn(words, isCommand);
  const recent = isDirect ? await slack.generations.recent(actor.team, actor.person, SEARCHED) : [];
  if (recent.length === 0 || copyIn(words) || isAboutDocument(words) || CORRECTS.test(words)) return asked;
  const name = documentName(words, recent);
  if (!name || !(name.isClear || isQuestion(words))) return asked;
  // One word of a title may be the topic of a question, and a name that fits no document may be that of a digest.
  const isOfName = (topic: Topic) =>
    name.isClear ? isOfOne(topic) && (name.document || topic !== 'finding') : topic === 'audience';
  const ofName = questionsIn(name.plain).filter(isOfName);
  if (ofName.length > 0) return ofName;
  if (isShare(name.plain)) return [];
  const [likely] = likelyTopics(name.plain);
  const isLikely = likely && likely.lead > 0 && isDocumentTopic(likely.topic) && isOfName(likely.topic);
  return isLikely && asked.length === 0 ? [likely.topic] : asked;
}

/**
 * Answers what is likely a question about Deckhand, although it is not clearly one, and offers to make a document of it. People in a thread
 * may ask each other, so it answers nothing there.
 * @returns false if no topic is near
 */
export async function answerNearest(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text, thread } = sentence;
  // A message with a file asks for something, whatever its words.
  if (sentence.files || sentence.fileNotes) return false;
  if (text.length > LONGEST || NAMES_CHANNEL.test(text) || thread) return false;
  const read = await readSentence(sentence, slack);
  const isPlain = 'wanted' in read && isPlainTalk(read.wanted);
  const isAsked = 'talk' in read && read.talk === 'question';
  if (!isPlain && !isAsked) return false;
  const near = nearestTopics(withoutName(read.words, slack.serviceName), isAsked);
  const topics: Topic[] = isPlain && isOtherOrder(read.words) ? ['cannot'] : near;
  if (topics.length === 0 && isPlain && talkLead(read.words) > CLEARLY_TALK) {
    await sentence.answer(remarkMessage(read.words));
    return true;
  }
  const forbidden = topics.length === 0 ? await prohibitionAnswer(sentence, slack) : undefined;
  if (topics.length === 0 && !forbidden) return false;
  const { cards, open } = await openAt(sentence, slack);
  const answer =
    forbidden ??
    (topics.length === 1
      ? await answerTo(topics, { cards, open }, sentence, slack)
      : whichTopic(topics, read.words));
  const offer = open ? [] : questionMessage(read.words).blocks.slice(1);
  await sentence.answer({ ...answer, blocks: [...answer.blocks, ...offer] });
  await slack.openCards.markAnswered(actor, placeOf(sentence));
  return true;
}

/** Asks which of several topics is meant. */
function whichTopic(near: Topic[], words: string): Message {
  const text = 'I’m not sure what you ask. Is it one of these?';
  const choices = near.flatMap((topic) =>
    buttons(button(labels[topic], actions.topic, buttonValue(`${topic} ${words}`))),
  );
  return { text, blocks: [section(text), ...choices] };
}

/** Handles the button of a topic: answers in place of the question which one is meant. */
export async function answerTopic(click: Click, slack: SlackContext): Promise<void> {
  const { actor, client } = click;
  const [name = '', ...words] = (clickValue(click) ?? '').split(' ');
  const place = locationOf(click);
  if (!place || !isTopic(name)) return;
  const { channel, threadTs } = place;
  const isDirect = !isChannel(channel);
  const sentence: Sentence = {
    ...{ actor, client, text: words.join(' '), channel, isDirect, place },
    ...(threadTs && !isDirect && { thread: { channel, ts: threadTs } }),
    async answer(message) {
      await replaceMessage(click, { ...message, blocks: [...message.blocks, ...otherTopics(click)] });
      return undefined;
    },
  };
  const { cards, open } = await openAt(sentence, slack);
  await answerTopics([name], { cards, open }, sentence, slack);
}

/** Returns the other buttons below a question which topic is meant, because several may be. */
function otherTopics({ action, body }: Click): KnownBlock[] {
  const pressed = 'value' in action ? action.value : undefined;
  return (body.message?.blocks ?? []).filter(
    (block: KnownBlock) =>
      block.type === 'actions' &&
      block.elements.every(
        (one) => one.type === 'button' && one.action_id === actions.topic && one.value !== pressed,
      ),
  );
}

/** Returns the open cards where a sentence was written, and the ask of the newest. */
async function openAt(
  sentence: Sentence,
  { openCards, proposals }: SlackContext,
): Promise<Pick<Asked, 'cards' | 'open'>> {
  const { actor } = sentence;
  const { cards } = await openCards.of(actor, placeOf(sentence));
  const newest = cards.at(-1);
  return { cards, open: newest && ((await proposals.find(actor, newest.proposal)) ?? undefined) };
}

/** The open cards, the ask of the newest, and the document if it is known. */
type Shown = Pick<Asked, 'cards' | 'open'> & Partial<Pick<Asked, 'document'>>;

/** Answers topics, each as if it had been asked. */
export async function answerTopics(
  topics: Topic[],
  shown: Shown,
  sentence: Sentence,
  slack: SlackContext,
): Promise<void> {
  await sentence.answer(await answerTo(topics, shown, sentence, slack));
  const isOrder = topics.some(
    (topic) => ORDERS.has(topic) || (isAdminTopic(topic) && !isQuestion(sentence.text)),
  );
  await slack.openCards.markAnswered(sentence.actor, placeOf(sentence), isOrder);
}

/** Returns the answer to topics. */
export async function answerTo(
  topics: Topic[],
  shown: Shown,
  sentence: Sentence,
  slack: SlackContext,
): Promise<Message> {
  const meant = shown.document ?? (await documentFor(sentence, slack));
  const document = meant === 'unknown' ? undefined : meant;
  const open = await openMeant(shown, meant, sentence, slack);
  const isSearch =
    topics.includes('finding') && searchedWords(sentence.text).some((word) => !languageNamed(word));
  // The last document is no answer to "delete the board pack".
  const isLost =
    document &&
    topics.includes('deleting') &&
    !placeOf(sentence).threadTs &&
    isNamedOther(document, sentence.text);
  if (isLost && !open) return whichDocument(sentence, slack);
  if (
    meant === 'unknown' &&
    !open &&
    !isSearch &&
    topics.every((topic) => isOfOne(topic) && topic !== 'toPerson')
  )
    return whichDocument(sentence, slack);
  const asked = { sentence, slack, service: serviceText(slack.serviceName), ...shown, open, document };
  const answered = await Promise.all(
    topics.map((topic) =>
      isAdminTopic(topic) ? slack.lists.running(withThisChannel(sentence), topic) : answers[topic](asked),
    ),
  );
  const messages = answered.map((one) => (typeof one === 'string' ? plainMessage(one) : one));
  return {
    text: messages.map(({ text }) => text).join('\n'),
    blocks: messages.flatMap(({ blocks }) => blocks),
  };
}

/** Returns a sentence with the id of its channel in place of "this channel", so that a form can be filled in with the channel. */
function withThisChannel(sentence: Sentence): Sentence {
  const { isDirect, channel, text } = sentence;
  return isDirect ? sentence : { ...sentence, text: text.replace(/\bthis channel\b/i, `<#${channel}>`) };
}

/**
 * Returns the ask of the open card that a question names, and otherwise of the newest. Returns undefined if the question names a document
 * instead.
 */
async function openMeant(
  { cards, open }: Pick<Asked, 'cards' | 'open'>,
  document: Generation | 'unknown' | undefined,
  sentence: Sentence,
  slack: SlackContext,
): Promise<Ask | undefined> {
  const words = namedWords(sentence.text);
  if (!open || words.length === 0) return open;
  const asks = await withAsks(cards, sentence, slack);
  const named = asks.findLast(({ ask }) => words.some((word) => ask.prompt.toLowerCase().includes(word)));
  if (named) return named.ask;
  return document === 'unknown' || (document && titledMost([document], words)) ? undefined : open;
}

/** Returns true if a sentence has a name that the document does not have. */
const isNamedOther = (document: Generation, text: string): boolean =>
  !/\bit\b/i.test(text) && namedWords(text).length > 0 && !documentName(text, [document]);

/** Returns true for a question or an order about one document. */
const isOfOne = (topic: Topic): boolean => isDocumentTopic(topic) || OF_ONE.has(topic);
const OF_ONE = new Set<Topic>(['audience', 'stopping', 'editing', 'cost', 'spent', 'inside']);

/** Matches a question such as "when does the weekly digest come?", to which the list of digests is the whole answer. */
const ASKS_WHEN =
  /^when (?:is|does|do|will)\b.{0,40}\bdigests?\b(?: (?:come|run|due|arrive|sent))*[\s?]*$|^(?:which|what) digests (?:are|do|does|run|exist)\b.{0,60}$|^who has (?:an? )?digests?\b.{0,30}$|^who (?:gets|receives|reads) (?:the|our|this) (?:\p{L}+ ){0,2}digests?[\s?]*$|^what(?:['’]?s| is)? happen(?:d|ed|s|ing)? (?:to|with) .{1,40}\bdigests?[\s?]*$/iu;
/** Topics of orders that are no change of a card or document. */
const ORDERED = new Set<Topic>([
  ...(['guests', 'limits', 'usage', 'sharing', 'audit', 'connection', 'erasePerson'] as const),
  ...(['uninstall', 'switchOff', 'undo', 'word', 'optOut', 'erase', 'known', 'exportOf'] as const),
  ...(['reset', 'warned', 'blockChannel', 'whoConnects'] as const),
  ...([
    'human',
    'noRule',
    'defaults',
    'privateChannels',
    'abilities',
    'others',
    'cost',
    'inChat',
    'mine',
    'limit',
    'spent',
  ] as const),
]);
/** Topics of orders. If one of them was just answered, the next "yes" may be about the order and not about the open card. */
const ORDERS = new Set<Topic>([
  ...(['deleting', 'toPerson', 'unshare', 'editing', 'erase'] as const),
  ...(['optOut', 'switchOff', 'uninstall', 'defaults'] as const),
]);
/** Topics of questions that name a channel. */
const OF_CHANNEL = new Set<Topic>([
  'blockChannel',
  'scopes',
  'noRule',
  'privateChannels',
  'unshare',
  'optOut',
  'finding',
  'mine',
]);
/** Matches a question about people: "who can stop my digest in #revenue?" */
const WHO = /^(?:and |so |but |ok )*who\b/i;
const ONE_DIGEST =
  /\b(?:set up|create|schedule|start|add|make|give me|i want|i['’]?d like) (?:an?|another|one|the|my|our) (?:\p{L}+ )?digest\b|\b(?:an?|daily|weekly|monthly) digest\b|\bdigest\b.*\b(?:every|daily|weekly|monthly|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|\b(?:show|list)\b.*\bdigests\b|\b(?:the|my|our|this|that) digest\b|['’]s digests?\b|\bdigests?\b.*\b(?:set up|created|made) by\b/iu;
/** Returns true if only chosen people may spend credits here, so that "let Jonas use it" adds a person to them. */
async function isListed({ actor }: Sentence, { settings }: SlackContext): Promise<boolean> {
  return (await settings.of(actor.team)).spenders === 'listed';
}
const LETS_USE =
  /^(?:(?:ok|yes|and|please|can you)[ ,]+)*let (?!(?:every|any|all|us|people)\w*\b)\S+(?: \S+)? (?:use|in)\b/i;
const OF_ALL_LINKS = /\b(?:links|decks|documents|docs|any|ever|everything|nothing|rule|policy)\b/i;
const FOR_ALL = /\b(?:all|everyone|everybody|workspace|team|company|nobody|people|members)\b/i;

/** Returns true for an order about a thread, such as "make a Word document of this". Its card says that Word is not possible. */
function isForThread(words: string): boolean {
  return findAsk(ruleText(words)) !== undefined && OF_THREAD.test(words);
}

/** Returns words with "the service" in place of its name, which no example has. */
function withoutName(words: string, name: string): string {
  return words.replace(new RegExp(`\\b${name.replace(/[^\p{L}\d ]/gu, '\\$&')}\\b`, 'giu'), 'the service');
}

const WHO_IS =
  /^(?:and |but |so )?(?:who(?:['’]?s| is| the \w+ is) (?<first>[\p{L} .'’-]{3,60}?)|(?<last>[\p{L} .'’-]{3,60}?), who is (?:that|this|she|he)(?: even)?)(?:[\s?!.]*|[?!.] .{0,150})$/iu;

/**
 * Answers "who is Vera Stolz?" if this is the person with whose account the team is connected. The answers to other questions name this
 * person.
 * @returns false if the sentence asks something else
 */
async function answerWhoIs(words: string, sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { first, last: asked = first } = WHO_IS.exec(words)?.groups ?? {};
  if (!asked) return false;
  if ((await slack.roleOf(sentence)) === 'guest') return false;
  const { who } = await slack.connecting.summaryOf(sentence.actor.team);
  const name = who?.name ?? '';
  const isThem = name !== '' && ` ${name} `.toLowerCase().includes(` ${asked.trim().toLowerCase()} `);
  if (isThem)
    await sentence.answer(
      plainMessage(
        `${escaped(name, 75)} is the person whose account at ${serviceText(slack.serviceName)} is connected to this Slack workspace. All documents are made with that account.`,
      ),
    );
  return isThem;
}

/** Returns what a sentence that is no question is about: "undo". */
function topicsOfTalk(words: string): Topic[] {
  return talkIn(ruleText(words)) === 'undo' || UNDOES.test(words) ? ['undo'] : [];
}

/** Matches a wish to take back one change of several: "undo the budget slide". */
const UNDOES =
  /^(?:(?:please|ok|no|can you|could you)[ ,]+)*(?:undo|revert|take back) (?:the|my|that) [\p{L}\d -]{2,40}[.!?]*$|^[^,.?]{3,40}[,.] (?:please )?undo[.!]*$/iu;

/** Returns the topic of a word alone that has a typo: "lmits". */
const meantTopic = (words: string) =>
  (['limits', 'usage'] as const).find((topic) => isTypo(words.trim().toLowerCase(), topic, topic.length));

/** Maximum length of a question as mrkdwn, in characters. */
const LONGEST = 300;
/** Matches mrkdwn that names a channel. It is no question about Deckhand, and the channel's name would take one more call to Slack. */
export const NAMES_CHANNEL = /<#/;
