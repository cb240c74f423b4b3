import { findChoices } from './choices.ts';
import { findAsk } from './find-ask.ts';
import { flatText, withoutCourtesy } from './flat-text.ts';
import { pictureIn } from './picture.ts';
import { sharingIn } from './sharing.ts';
import { type Talk, talkIn } from './talk.ts';
import { cardOrderIn, type Likely, likelyTopics } from './topic-model.ts';
import { isAdminTopic, isDocumentTopic, type Topic } from './topics.ts';

/** Recognizes questions about Deckhand itself and orders about running it. slack/mention/ has the answers. */

/** Matches the form of a question, in English, German, French and Spanish. */
const QUESTION =
  /\?\s*$|^(?:who|whom|whose|which|what|when|where|why|how|can|could|may|might|do|does|did|is|are|was|were|will|would|should|must|am|have|has|wer|wem|wessen|was|welche\w?|wann|wo|wie|in welche\w|warum|kann|kannst|k[oö]nnen|darf|d[uü]rfen|ist|sind|hat|hast|habe|gibt|muss|brauche|qui|que|quel\w*|combien|comment|o[uù]|est|peux|peut|puis|faut|[aà] qui|parles|qui[eé]n|cu[aá]l|cu[aá]nto|d[oó]nde|c[oó]mo|puedo|puede|hay)\b/iu;

/** Returns true if a sentence has the form of a question. */
export const isQuestion = (words: string): boolean => QUESTION.test(words.trim());

/** Matches the border between two questions in one sentence, for example between "what does it cost" and "who pays?" */
const CLAUSES =
  /(?<=[?!.]) +|,? and (?=(?:what|who|when|how|where|which|is|can|may|do|does|will) )|, (?=(?:what|who|when|how|where|which|do|does) )/i;

/** Maximum length of a question, in characters. A longer text is the content of a document. */
const LONGEST = 200;
/** Maximum number of questions in a sentence that are answered. */
const MOST = 3;

/**
 * By how much a topic must be likelier than something else (see `Likely`). `order`: could also be a change of a card. `other`: other rules
 * understand it, too, for example as a request for a document or as a choice. `nearest`: nothing else answers it.
 */
const LEADS = {
  question: 0.3,
  order: 0.7,
  other: 0.9,
  document: 0,
  search: -0.3,
  nearest: 0.1,
  nearestQuestion: -0.6,
};
/** Minimum distance between the leads of the two likeliest topics. If they are closer, the person is asked which of them is meant. */
const APART = 0.36;
/** Topics that are this much less likely than the likeliest are not offered. */
const FAR = 0.8;

/** Returns the likeliest topic of a clause, and whether no other one is almost as likely. All topics of one document have answers that show it. */
function likelyTopic(clause: string): Likely & { isClear: boolean } {
  const [first, second] = likelyTopics(clause);
  if (!first || !second) throw new Error('The classifier knows no topics');
  const areOfDocument = first.lead > 0 && isDocumentTopic(first.topic) && isDocumentTopic(second.topic);
  return { ...first, isClear: areOfDocument || first.lead - second.lead > APART };
}

/** Matches a question about Deckhand, or about the person who asks, so that it is no topic of a document. */
const ABOUT_DECKHAND =
  /\b(?:you|your|deckhand|credits?|digests?|i|me|my|it|this|that|du|dich|dir|ich|mich|mir|meine?|das|es|tu|toi|vous|je|moi|mes|[cç]a|cela|l[ae]|mis?|eso|esto|themes?|templates?|designs|words?)\b/iu;

/** Matches the verb of a search, behind which there may be any title. */
const SEARCHES = /^(?:please |can you )?(?:find|search)\b/i;

/** Kinds of talk that are never a question about Deckhand or an order about running it. */
const ANSWERED: ReadonlySet<Talk> = new Set(['yes', 'no', 'stop', 'thanks'] as const);

/** Returns the topic of a clause if it is clearly about Deckhand. */
function topicOf(clause: string): Topic | undefined {
  const { topic, lead, isClear } = likelyTopic(clause);
  const talk = talkIn(clause);
  if (cardOrderIn(clause)) return undefined;
  if (isDocumentTopic(topic)) {
    const isSearch = topic === 'finding' && SEARCHES.test(clause);
    const ordered = isSearch ? LEADS.search : LEADS.document;
    const least = findAsk(clause) ? LEADS.other : QUESTION.test(clause) ? LEADS.question : ordered;
    return lead > least && isClear ? topic : undefined;
  }
  // `LEADS.question` is the lowest of the three, so the rules below change nothing for less.
  if (!isClear || lead <= LEADS.question || (talk && ANSWERED.has(talk))) return undefined;
  const isChoice = findChoices(clause, '').phrases.length > 0 || sharingIn(clause).sharing !== undefined;
  const isTalk = talk && !isAdminTopic(topic) && !MAY_ASK.has(talk);
  const isOther = findAsk(clause) || pictureIn(clause) || isChoice || isTalk;
  return lead > LEADS[isOther ? 'other' : QUESTION.test(clause) ? 'question' : 'order'] ? topic : undefined;
}

/** Kinds of talk that have no answer of their own. */
const MAY_ASK: ReadonlySet<Talk> = new Set(['question', 'credits', 'undo', 'complaint'] as const);

/** Returns the words of a sentence without courtesy; empty for texts that are too long for a question. */
function shortWords(said: string): string {
  const words = withoutCourtesy(flatText(said));
  return words.length > LONGEST ? '' : words;
}

/**
 * Returns what a sentence asks about Deckhand. Empty if it asks nothing that has an answer, or also says something else.
 * @param isCommand true after `/deck`, where a question such as "who pays?" is the topic of a document unless it names Deckhand
 */
export function questionsIn(said: string, isCommand = false): Topic[] {
  const words = shortWords(said);
  if (words === '') return [];
  const whole = topicOf(words);
  if (isCommand && !ABOUT_DECKHAND.test(words) && !(whole && isAdminTopic(whole))) return [];
  const clauses = words.split(CLAUSES);
  if (clauses.length === 1) return whole ? [whole] : [];
  // "There are prices in the title, take them out" is a change. Only a whole sentence is an order about a document.
  const topics = clauses.map((clause) => {
    const topic = topicOf(clause);
    return topic && isDocumentTopic(topic) && !QUESTION.test(clause) ? undefined : topic;
  });
  const isOther = clauses.some((clause, at) => !topics[at] && !SMALL_TALK.has(talkIn(clause) ?? ''));
  // "Summarize this? Why?" asks nothing about Deckhand.
  const isAsked = topics.some((topic) => topic !== undefined && topic !== 'why');
  // Beside a clear question, another one gets the answer that is nearest: "is a board deck safe with you, and who pays?"
  const found = new Set(
    clauses.flatMap((clause, at) => topics[at] ?? (isAsked ? (nearestIn(clause) ?? []) : [])),
  );
  if (!isOther && isAsked) return [...found].slice(0, MOST);
  return whole ? [whole] : [];
}

/** Returns the topic that a clause is nearest to; undefined if the clause is no question. */
function nearestIn(clause: string): Topic | undefined {
  const { topic, lead } = likelyTopic(clause);
  return QUESTION.test(clause) && lead > LEADS.nearestQuestion ? topic : undefined;
}

/**
 * Returns the topics that a sentence may be about, for sentences that would get no answer otherwise: none, one, or those to choose from.
 * @param isQuestion false if the sentence could also be the topic of a document
 */
export function nearestTopics(said: string, isQuestion = true): Topic[] {
  const words = shortWords(said);
  if (words === '' || findAsk(words) || cardOrderIn(words)) return [];
  const { topic, lead, isClear } = likelyTopic(words);
  const least = LEADS[isQuestion ? 'nearestQuestion' : 'nearest'];
  if (lead <= least) return [];
  if (isClear) return [topic];
  // Each of several questions has a topic of its own.
  const clauses = words.split(CLAUSES).map(likelyTopic);
  const near = [...likelyTopics(words).slice(0, MOST), ...clauses].filter(
    (one) => one.lead > Math.max(least, lead - FAR),
  );
  return [...new Set(near.map((one) => one.topic))].slice(0, MOST);
}

/** Returns the topic of an order about running Deckhand, so that it becomes neither a card nor a part of one. */
export function nearestOrder(said: string): Topic | undefined {
  const words = shortWords(said);
  const { topic, lead, isClear } = likelyTopic(words);
  const isOrder = words !== '' && !findAsk(words) && isClear && lead > LEADS.question;
  return isOrder && isAdminTopic(topic) ? topic : undefined;
}

/** Matches a question behind something else: "6 slides, and what does it cost?" */
const QUESTION_BEHIND =
  /^(?<first>.{3,200}?)(?:(?<=[.!;]) +|[.;,]? (?:and|but|also) |, )(?<question>(?:and |also |but )?(?:what|whats|how|who|can|could|is|does|do|will|when|where|which|are)\b[^?]{4,100}\??)$/i;

/** Returns the question behind an order, and what it is about: "and what does it cost" in "6 slides, and what does it cost". */
export function questionBehind(said: string): { first: string; topics: Topic[] } | undefined {
  const { first = '', question = '' } = QUESTION_BEHIND.exec(said.trim())?.groups ?? {};
  const isOrder = !QUESTION.test(first) || /^(?:can|could|would) you\b/i.test(first);
  const topics = question && isOrder ? questionsIn(question) : [];
  return topics.length > 0 ? { first: first.replace(/[ ,;]+$/, ''), topics } : undefined;
}

/** Kinds of talk that may stand beside a question. */
const SMALL_TALK = new Set(['greeting', 'thanks', 'chat', 'remark', 'question']);
