import { endsInYes, isYesToChange } from '../../../asks/mention/yes.ts';
import type { OpenCard } from '../../../asks/proposals.ts';
import type { Ask } from '../../../asks/schema.ts';
import { splitPrompt } from '../../../asks/wishes.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { plainMessage } from '../../kit/blocks/parts.ts';
import { escaped, oneLine } from '../../kit/blocks/text.ts';
import { addressIn } from '../cards.ts';
import { searchedWords } from '../name-words.ts';
import { placeOf } from '../place.ts';
import { isForPersonByDefault, readSentence } from '../read-sentence.ts';
import type { Sentence } from '../sentence.ts';
import { askWhichCard } from './card-list.ts';
import { orderIn } from './card-words.ts';
import { changeCard } from './change-card.ts';
import { decide, YES_FOR_ALL, YES_FOR_ME } from './decide-card.ts';
import { answerSeveral } from './several-answers.ts';
import {
  cardAndChange,
  chosenCards,
  hasWord,
  isForTwoCards,
  isYesToThisOne,
  NO_TO,
  withAsks,
} from './which-card.ts';

/** Answers yes and no to open cards, in the words of people. */

export interface Decision {
  cards: OpenCard[];
  /** The proposals in the order in which the person was just asked about them. */
  asked: string[] | undefined;
  /** The ask of the newest card. */
  open: Ask | undefined;
  /** The sentence as it was read, and as an order. */
  words: string;
  order: string;
  /** True if the first words say that it is no yes yet: "not without Ben, yes the slides". */
  isNegated: boolean;
  /** True if an order about something else was answered since the card was shown. */
  isOrderAnswered: boolean | undefined;
}

/**
 * Carries out a yes or a no, or asks which card is meant.
 * @returns undefined if the sentence decides nothing
 */
export async function answerYesOrNo(
  { cards, asked, open, words, order, isNegated, isOrderAnswered }: Decision,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean | undefined> {
  const newest = cards.at(-1);
  if (!newest) return undefined;
  if (NONE.test(words)) return decide('discard', cards, sentence, slack);
  if (cards.length > 1) {
    const answered = await answerSeveral({ cards, asked }, sentence, slack);
    if (answered === true) return true;
    if (answered === 'unclear' || ALL_BUT_ONE.test(order)) {
      await askWhichCard(cards, sentence, slack);
      return true;
    }
  }
  if (cards.length > 1 && (isForTwoCards(sentence.text) || JOINS.test(order))) {
    await sentence.answer(plainMessage(JOINS.test(order) ? NOT_JOINED : ONE_CARD));
    return true;
  }
  if (cards.length > 1 && (await changeNamedCard({ cards, asked }, sentence, slack))) return true;
  const isOneRefused = REFUSES_ONE.test(sentence.text);
  if (isOneRefused || cards.length > 1 || asked || isYesToThisOne(words) || NO_TO_OTHER.test(words)) {
    const chosen = await chosenCards(words, { cards, asked }, sentence, slack);
    if (chosen === 'unclear' && cards.length === 1) return askIfYes(newest, sentence, slack);
    if (chosen === 'unclear') {
      await askWhichCard(cards, sentence, slack);
      return true;
    }
    if (chosen.length > 0 && NO_TO.test(words)) return decide('discard', chosen, sentence, slack);
    const isAsked = /\?\s*$/.test(sentence.text) && !/^(?:can|could|would) you\b/i.test(sentence.text);
    const isClear = !NOT_NOW.test(sentence.text) && !isAsked && !isNegated;
    if (chosen.length > 0 && isClear)
      return isOrderAnswered ? askAgain(cards, sentence, slack) : decide('accept', chosen, sentence, slack);
    if (chosen.length > 0 || isOneRefused) return sayYes(sentence);
  }
  // With one open card, "the first one" names it and says no more.
  if (
    cards.length === 1 &&
    /^(?:the )?(?:first|last|second)(?: one| card)?[.! ]*$/i.test(sentence.text.trim())
  )
    return sayYes(sentence);
  const isYesForMe = YES_FOR_ME.test(sentence.text) && open?.work.kind !== 'edit';
  if (isYesForMe && cards.length > 1) {
    await askWhichCard(cards, sentence, slack);
    return true;
  }
  if (
    cards.length === 1 &&
    (isYesForMe ||
      endsInYes(sentence.text) ||
      NORDIC_YES.test(sentence.text) ||
      (open?.work.kind === 'edit' && isYesToChange(sentence.text)) ||
      (await isYesForAll(open, sentence, slack)))
  )
    return isOrderAnswered || isNegated
      ? askAgain(cards, sentence, slack)
      : decide('accept', [newest], sentence, slack);
  return undefined;
}

/** Returns true for "yes for everyone here" if the result goes to this channel anyway. */
async function isYesForAll(open: Ask | undefined, sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const isHere = open?.destination.channel === sentence.channel && !sentence.isDirect;
  return isHere && YES_FOR_ALL.test(sentence.text) && !(await isForPersonByDefault(open, sentence, slack));
}

/** Changes one of several open cards, if the sentence names it: "the boots one in German". @returns false if it names none */
async function changeNamedCard(
  open: Parameters<typeof cardAndChange>[1],
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const named = await cardAndChange(sentence.text, open, sentence, slack);
  if (!named) return false;
  const { card, change } = named;
  const ask = (await slack.proposals.find(sentence.actor, card.proposal)) ?? undefined;
  const read = await readSentence({ ...sentence, text: change }, slack, 'direct', ask);
  return 'wanted' in read && changeCard(card, ask, read, sentence, slack);
}

/**
 * Answers a sentence about a card if a result is newer. A "no" drops the card. A yes makes it only if it names the card, because it may
 * be about the result.
 * @returns false if the sentence is about the result
 */
export async function answerOlderCard(
  cards: OpenCard[],
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const read = await readSentence({ ...sentence, text: orderIn(sentence.text) }, slack, 'direct');
  if (NONE.test(read.words)) return decide('discard', cards, sentence, slack);
  const chosen = await chosenCards(read.words, { cards }, sentence, slack);
  if (chosen !== 'unclear' && chosen.length > 0 && !NOT_NOW.test(sentence.text)) {
    const asks = await withAsks(chosen, sentence, slack);
    const words = searchedWords(sentence.text);
    // "The last one" and "both" may mean results, too.
    const isNamed = asks.every(({ ask }) => words.some((word) => hasWord(ask.prompt, word)));
    if (NO_TO.test(read.words)) return decide('discard', chosen, sentence, slack);
    if (isNamed) return decide('accept', chosen, sentence, slack);
    await askWhichCard(cards, sentence, slack);
    return true;
  }
  const talk = 'talk' in read ? read.talk : undefined;
  if (talk === 'no') return decide('discard', cards.slice(-1), sentence, slack);
  const isYes = talk === 'yes' || endsInYes(sentence.text) || YES_FOR_ME.test(sentence.text);
  if (isYes || chosen === 'unclear') await askWhichCard(cards, sentence, slack);
  return isYes || chosen === 'unclear';
}

/** Asks for a yes, or for what to change. */
export async function sayYes(sentence: Sentence): Promise<true> {
  const address = addressIn(sentence);
  const text = address
    ? `Say \`${address} yes\` and I’ll make it, or say after \`${address}\` what to change. The card is as before.`
    : 'Say *yes* and I’ll make it, or tell me what to change. The card is as before.';
  await sentence.answer(plainMessage(text));
  return true;
}

/** Asks for a yes once more, which is then about the card. */
export async function askAgain(cards: OpenCard[], sentence: Sentence, slack: SlackContext): Promise<boolean> {
  for (const card of cards) await slack.openCards.add(sentence.actor, placeOf(sentence), card);
  const [newest, ...others] = cards.toReversed();
  if (newest && others.length === 0) return askIfYes(newest, sentence, slack);
  await askWhichCard(cards, sentence, slack);
  return true;
}

/** Asks for a clear yes, because something else was answered since the card was shown, so "ok" may mean that answer. */
async function askIfYes({ proposal }: OpenCard, sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const open = await slack.proposals.find(sentence.actor, proposal);
  if (!open) return false;
  const words = escaped(oneLine(splitPrompt(open).content) || 'a summary', 80);
  const of = open.work.kind === 'edit' ? ` of “${escaped(oneLine(open.work.document.title), 80)}”` : '';
  const address = addressIn(sentence);
  const [yes, no] = address ? [`\`${address} yes\``, `\`${address} no\``] : ['*yes*', '*no*'];
  await sentence.answer(
    plainMessage(`The card for “${words}”${of} is still open. Say ${yes} to have it made, ${no} to drop it.`),
  );
  return true;
}

/** Matches "bra, lag den" and "kjør", which no row of the other languages has. */
const NORDIC_YES =
  /^(?:(?:ja|jo|ok|bra|fint|flott|greit|supert|takk)[ ,.!]+)*(?:(?:lag|gjør|gör) (?:det|den)|(?:kjør|kör)(?: det| den)?)(?: takk| tack)?[.!]*$/iu;

/** Matches a refusal of one card, which it names: "no, forget the French one". */
export const REFUSES_ONE =
  /^(?:(?:no|ok|oh|and)[ ,.!]+)*(?:no to|forget|scrap|cancel|discard|drop) (?:the|this|that) (?:\p{L}+ ){1,4}(?:one|card)[.! ]*$/iu;

/** Matches words that discard all open cards. */
const NONE =
  /^\s*(?:(?:no|stop|wait|nei|vent)[ ,.!]+)*(?:dropp(?: det| den)?|ikke (?:det|den)|(?:none|neither)(?: of (?:them|these|those))?|(?:cancel|drop|forget|discard|delete|stop) (?:it all|all|everything|both|them(?: all)?|all of (?:them|it)))[ .!]*$/i;

/** Matches an answer that declines or postpones cards: "Not now, both", "ok, not yet, the first", "both 👎". */
const NOT_NOW =
  /^\s*(?:(?:no|ok|okay|yes|well|hm+|sorry)[, ]+)*not (?:now|yet|today|tomorrow|sure|this time)\b|👎|:(?:-1|thumbsdown):/iu;

/** Matches "drop the other" after one of two cards was made. */
const NO_TO_OTHER =
  /^(?:(?:ok|and)[ ,]+)*(?:no to|forget|scrap|cancel|discard|drop) the other(?: one| card)?[.!]*$/i;
/** Matches an answer to several cards at once: "make the belt one, drop the rest", "none of these except the review". */
const ALL_BUT_ONE =
  /\b(?:drop|forget|skip|cancel|scrap|not|discard) (?:all )?the (?:rest|others|other (?:two|three))\b|\b(?:none|neither|all|nothing)\b.{0,20}\b(?:except|but)\b|^only the .{2,40} one[.! ]*$/i;

/** Matches a wish to make one document of two cards. */
const JOINS =
  /^(?:(?:no|ok|please|can you|and|oh)[ ,]+)*(?:(?:put|merge|combine|join) (?:them|both|these|those|the two|it all|the cards)\b.{0,40}|(?:those|these|they|both) belong together\b.{0,60}|(?:it(?:[’']?s| is)|that(?:[’']?s| is)|make it) (?:all )?one (?:deck|presentation|document|card|pitch|thing)\b.{0,60})$/iu;
const NOT_JOINED =
  'I can’t join cards. Say to one of them what is missing, for example `the first: with the points of the second`, and drop the other with `no to the second`.';
const ONE_CARD = 'One card at a time, please. Nothing has changed yet: say the first change, then the other.';
