import { isAmendment, isLikelyAmendment } from '../../asks/mention/amend.ts';
import { findChoices } from '../../asks/mention/choices.ts';
import { findCorrection, findEdit } from '../../asks/mention/find-edit.ts';
import { NUMBER } from '../../asks/mention/numbers.ts';
import { nearestTopics, questionBehind } from '../../asks/mention/questions.ts';
import { talkIn } from '../../asks/mention/talk.ts';
import { talkLead } from '../../asks/mention/topic-model.ts';
import type { Topic } from '../../asks/mention/topics.ts';
import { isPlainTalk } from '../../asks/mention/understand.ts';
import { endsInYes } from '../../asks/mention/yes.ts';
import type { SlackContext } from '../bolt/context.ts';
import { plainMessage } from '../kit/blocks/parts.ts';
import { escaped } from '../kit/blocks/text.ts';
import { answerMoreOfDigest } from './digest-answers.ts';
import { documentFor } from './document-orders.ts';
import { orderIn } from './open-card/card-words.ts';
import { answerOpenCard } from './open-card/open-card.ts';
import { answerMeant } from './open-card/take-other-meaning.ts';
import { placeOf } from './place.ts';
import { answerNamedChange, proposeChangeOf } from './propose-change.ts';
import { answerQuestion, answerTo } from './question-answers.ts';
import { readSentence } from './read-sentence.ts';
import { expectedFor, type Sentence } from './sentence.ts';
import { answerNamedShare, answerShare } from './share-in-words.ts';

/**
 * Changes the open card as the first part of a sentence says, and answers the question behind it on the card.
 * @returns false if the sentence has no question behind an order, or no card is open
 */
async function answerWithQuestion(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const found = questionBehind(sentence.text);
  if (!found) return false;
  const { cards } = await slack.openCards.of(sentence.actor, placeOf(sentence));
  const newest = cards.at(-1);
  if (!newest) return answerChangeWithQuestion(found, sentence, slack);
  const open = (await slack.proposals.find(sentence.actor, newest.proposal)) ?? undefined;
  // "OK, and when is it ready?" changes nothing.
  if (!open || talkIn(found.first) !== undefined || endsInYes(found.first)) return false;
  // The changed card says its own cost, if it is known.
  const isKnown = (await expectedFor(open, slack)).credits !== undefined;
  const topics = found.topics.filter((topic) => !(topic === 'cost' && isKnown));
  const { text: also } = await answerTo(topics, { cards, open }, sentence, slack);
  return answerOpenCard({ ...sentence, text: found.first, also }, slack);
}

/**
 * Proposes a change of the document of the thread, or in direct messages of the last result, and answers the question behind it on the card.
 * @returns false if the first part of the sentence requests no change
 */
async function answerChangeWithQuestion(
  { first, topics }: { first: string; topics: Topic[] },
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const isBelow = placeOf(sentence).threadTs !== undefined;
  // "Oh no, that went to general" is no wish.
  if ((!isBelow && !sentence.isDirect) || talkLead(first) > 0) return false;
  const isForDeckhand = sentence.isDirect || sentence.isAddressed === true;
  const words = await slack.threads.plain(sentence.actor.team, first);
  const instruction = isForDeckhand ? findCorrection(words, isBelow) : findEdit(words);
  const document = instruction && (await documentFor({ ...sentence, text: first }, slack));
  if (!instruction || !document || document === 'unknown') return false;
  const { text: also } = await answerTo(topics, { cards: [] }, sentence, slack);
  return proposeChangeOf(document, instruction, { ...sentence, text: first, also }, slack);
}

/** Matches words before a wish in the form of a question: "did you get that I want three of them". */
const DID_YOU_GET = new RegExp(
  `^(?:(?:and|so|but|ok|wait)[ ,]+)*did (?:you|u) (?:get|understand|see|notice|read) that (?=(?:i|we|it|they)\\b)(?:(?:i|we) (?:want|need) (?=(?:${NUMBER})\\b))?`,
  'i',
);

/** Takes "did you get that …" for a wish for the open card, which then shows what it has understood. @returns false for other sentences */
async function answerIfGot(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  if (!DID_YOU_GET.test(sentence.text)) return false;
  const text = sentence.text.replace(DID_YOU_GET, '').replace(/\?$/, '');
  return answerOpenCard({ ...sentence, text }, slack);
}

/** Matches a question before another sentence: "what does it cost? Max 2 pages". */
const QUESTION_FIRST = /^(?<question>[^?]{3,100}\?)\?* +(?<rest>\S.{4,300})$/s;

/**
 * Changes the open card as the sentence behind a question says, and answers the question on the card.
 * @returns false if no card is open, or if the words behind the question choose nothing
 */
async function answerQuestionFirst(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text, files } = sentence;
  const { question = '', rest = '' } = QUESTION_FIRST.exec(text)?.groups ?? {};
  // "Can you make it shorter?" and "5 slides?" are orders.
  const isOrder =
    orderIn(question) !== question ||
    isLikelyAmendment(question) ||
    findChoices(question, '').phrases.length > 0;
  if (!question || files || isOrder) return false;
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const newest = cards.at(-1);
  const open = newest && ((await slack.proposals.find(actor, newest.proposal)) ?? undefined);
  if (!open || open.work.kind === 'edit') return false;
  const read = await readSentence({ ...sentence, text: rest }, slack, 'direct', open);
  const isChange = 'wanted' in read && !isPlainTalk(read.wanted) && isAmendment(read.words, read.wanted);
  if (!isChange) return false;
  const [topic, other] = nearestTopics(question);
  const { text: also } =
    topic && !other
      ? await answerTo([topic], { cards, open }, sentence, slack)
      : plainMessage(`I have no answer to “${escaped(question, 80)}”. \`/deck help\` lists what I do.`);
  return answerOpenCard({ ...sentence, text: rest, also }, slack);
}

/**
 * Answers a search, a question about Deckhand, a sentence about a digest, a named document or an open card, and a wish to share a result.
 * These come before requests for a document in mentions, direct messages and commands. The first that recognizes the sentence answers it.
 * @returns false if none answered
 */
export async function answerFirst(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  return (
    (await answerIfGot(sentence, slack)) ||
    (await answerWithQuestion(sentence, slack)) ||
    (await answerQuestionFirst(sentence, slack)) ||
    (await answerQuestion(sentence, slack)) ||
    (await answerMoreOfDigest(sentence, slack)) ||
    (await answerNamedChange(sentence, slack)) ||
    (await answerNamedShare(sentence, slack)) ||
    (await answerMeant(sentence, slack)) ||
    (await answerOpenCard(sentence, slack)) ||
    (await answerShare(sentence, slack))
  );
}
