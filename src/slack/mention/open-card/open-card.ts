import {
  amend,
  changesIn,
  isLikelyAmendment,
  withCorrectedWord,
  withoutWish,
} from '../../../asks/mention/amend.ts';
import { exchangedIn, inPlainWords, isForNotes, isSame } from '../../../asks/mention/card-orders.ts';
import { findChoices } from '../../../asks/mention/choices.ts';
import { formatOf, NOUN } from '../../../asks/mention/find-ask.ts';
import { copyIn, isAnotherVersion, isAsNew } from '../../../asks/mention/find-edit.ts';
import { NUMBER } from '../../../asks/mention/numbers.ts';
import { CAN_YOU } from '../../../asks/mention/other-languages.ts';
import { nearestTopics, questionsIn } from '../../../asks/mention/questions.ts';
import { isOtherOrder, talkIn } from '../../../asks/mention/talk.ts';
import { CLEARLY_TALK, cardOrderIn, talkLead } from '../../../asks/mention/topic-model.ts';
import { ABOUT_THREAD, isPlainTalk, TAKEN_BACK } from '../../../asks/mention/understand.ts';
import { endsInYes, isClearYes, isYesToChange } from '../../../asks/mention/yes.ts';
import type { OpenCard } from '../../../asks/proposals.ts';
import type { Ask } from '../../../asks/schema.ts';
import { splitPrompt, wishesAfter } from '../../../asks/wishes.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { plainMessage } from '../../kit/blocks/parts.ts';
import { escaped, oneLine } from '../../kit/blocks/text.ts';
import { admitCard } from '../admit-card.ts';
import { addressIn, openCardMessage } from '../cards.ts';
import { searchedWords } from '../document-name.ts';
import { isAboutAccess, WHO_EDITS } from '../document-questions.ts';
import { placeOf } from '../place.ts';
import { changeCardOf } from '../propose-change.ts';
import { answerTopics } from '../question-answers.ts';
import { isForPersonByDefault, makeAsk, type Read, readSentence } from '../read-sentence.ts';
import { answerClosed, cardOf, propose, type Sentence } from '../sentence.ts';
import { isShare } from '../share-words.ts';
import { answerTalk } from '../talk-answers.ts';
import { askWhichCard } from './card-list.ts';
import {
  addedInstruction,
  addNotes,
  addsText,
  addToChange,
  beforeLast,
  changeCard,
  changedInParts,
  changeTo,
  replaceCard,
  showChanged,
  undoChange,
} from './change-card.ts';
import { carryOut, decide, YES_FOR_ALL, YES_FOR_ME } from './decide-card.ts';
import { isAboutCard, isBehindResult } from './older-card.ts';
import { changeOtherDocument } from './other-document.ts';
import { answerSeveral } from './several-answers.ts';
import { changedText } from './what-changed.ts';
import {
  cardAndChange,
  chosenCards,
  hasWord,
  isForTwoCards,
  isYesToThisOne,
  NO_TO,
  withAsks,
} from './which-card.ts';

/**
 * Answers a sentence about an open proposal card: "yes" accepts, "no" discards and "in German" changes the proposal.
 * @returns false if no card is open, or the sentence is not about a card
 */
export async function answerOpenCard(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { cards, asked: listed, isAnswered, isOrderAnswered } = await openCardsFor(sentence, slack);
  // Once something else was answered, a number is no answer to the list of cards.
  const asked = isAnswered ? undefined : listed;
  const { actor, id = '', isAgain } = sentence;
  const decided = isAgain ? await slack.openCards.decisionOf(actor, id) : undefined;
  if (decided) {
    const left = cards.filter(({ proposal }) => decided.proposals.includes(proposal));
    if (decided.changed) {
      const [proposal = ''] = decided.proposals;
      await showChanged(left[0] ?? { proposal }, decided.changed, sentence, slack);
      return true;
    }
    return carryOut(decided.does, left, sentence, slack);
  }
  const newest = cards.at(-1);
  if (!newest) {
    if (sentence.thread || !REFUSES_ONE.test(sentence.text) || /card[.! ]*$/i.test(sentence.text))
      return false;
    await answerTalk('no', sentence.text, sentence, slack);
    return true;
  }
  const isYesAgain = isClearYes(sentence.text) || isYesToChange(sentence.text);
  if ((isAnswered && ONLY_OK.test(sentence.text)) || (isOrderAnswered && isYesAgain))
    return askAgain([newest], sentence, slack);
  if (sentence.text.trim() === '') return showAgain(cards, newest, sentence, slack);
  const order = withoutFirstNumber(orderIn(sentence.text));
  const does = isClearYes(order) ? undefined : cardOrderIn(order);
  const [topic] = questionsIn(order);
  const isForgotten = FORGET.test(sentence.text) && does !== 'startOver';
  if (isForgotten) return decide('forget', [newest], sentence, slack);
  if (!asked && !isAboutCard(sentence.text) && (await isBehindResult(newest, sentence, slack)))
    return answerOlderCard(cards, sentence, slack);
  const open = (await slack.proposals.find(sentence.actor, newest.proposal)) ?? undefined;
  // "A deck of this thread" is no change of a picture.
  const isOfThread = open?.source.kind === 'thread' && open.work.kind === 'document';
  if (sentence.thread && !isOfThread && ABOUT_THREAD.test(order)) return false;
  const other = open && notIn(open, order);
  if (open && other) return changeTo(other, newest, open, [], sentence, slack);
  if (does === 'startOver') return decide('discard', cards, sentence, slack);
  // A document that exists was answered for before.
  if (KEEPS.test(order))
    return open?.work.kind === 'edit' ? decide('discard', [newest], sentence, slack) : sayYes(sentence);
  const isDeleted =
    topic === 'deleting' &&
    cards.length === 1 &&
    searchedWords(order).length === 0 &&
    open?.work.kind !== 'edit';
  if (isDeleted) return decide('discard', cards, sentence, slack);
  if (does === 'openCards') return showAgain(cards, newest, sentence, slack);
  // "It is Luna, not Lune" corrects a word.
  if (does === 'complaint' && !(open && withCorrectedWord(open, order))) {
    await sentence.answer(plainMessage(SORRY));
    return true;
  }
  if (open && open.work.kind !== 'edit' && isForNotes(order)) return addNotes(newest, open, sentence, slack);
  if (open && open.work.kind !== 'edit' && topic === 'toPerson') {
    await sentence.answer(plainMessage(NOT_MADE_YET));
    return true;
  }
  const exchanged = open && open.work.kind !== 'edit' ? exchangedIn(open, order) : {};
  if (open && exchanged.ask) return changeTo(exchanged.ask, newest, open, [], sentence, slack);
  // Use the rules for direct messages, which need no verb. A change of a card may be only "shorter".
  const here = sentence.isDirect ? undefined : sentence.channel;
  const plain = inPlainWords(exchanged.words ?? order, open?.source.kind === 'channel', here);
  // In "nah, rather not", the words around "not" make it a refusal.
  const text = (does === 'drop' ? order : plain)
    .replace(open?.work.kind === 'edit' ? NOTHING : CORRECTED, '')
    .replace(open?.work.kind === 'edit' ? NOTHING : NOT_BEFORE, '')
    .replace(open?.work.kind === 'edit' ? NOTHING : NOT_SLIDES, '')
    .replace(/^((?:no|and|please)[ ,]+)*(as|make it) (?:a|one|a single) page\b/i, '$2 a one-pager')
    .replace(ONLY_ME, 'just for me')
    .replace(NOT_HERE, 'just for me');
  // In "not without Ben, yes the slides", the first words say that it is no yes yet.
  const isNegated = open?.work.kind !== 'edit' && CORRECTED.test(order);
  const said = await readSentence({ ...sentence, text }, slack, 'direct', open);
  const isQuestion =
    'talk' in said && (said.talk === 'question' || (said.talk === 'remark' && /^not the\b/i.test(text)));
  const read = (isQuestion && (await suggested(text, open, sentence, slack))) || said;
  if (
    open?.work.kind === 'document' &&
    open.source.kind === 'text' &&
    (PICTURE_INSTEAD.test(order) || JUST_PICTURES.test(order))
  ) {
    const drawn = await readSentence(
      { ...sentence, text: `draw ${splitPrompt(open).content}` },
      slack,
      'direct',
    );
    const picture = 'wanted' in drawn ? await makeAsk(drawn.wanted, sentence, slack) : undefined;
    const { destination } = open;
    if (picture) return changeTo({ ...picture, destination }, newest, open, [], sentence, slack);
  }
  const [undo = '', ...more] = changesIn(text);
  const before = more.length > 0 && talkIn(undo) === 'undo' ? beforeLast(newest) : undefined;
  if (open && before) {
    const next = more.join('. ');
    const then = await readSentence({ ...sentence, text: next }, slack, 'direct', before);
    if ('wanted' in then)
      return changeTo(
        amend(before, then.words, then.wanted),
        newest,
        open,
        then.wanted.notes,
        sentence,
        slack,
      );
  }
  if (topic === 'undo' || ('talk' in read && read.talk === 'undo'))
    return open?.work.kind === 'edit' && WHOLE.test(order)
      ? decide('discard', [newest], sentence, slack)
      : undoChange(newest, open, sentence, slack);
  const corrected =
    open &&
    (withoutWish(open, sentence.text) ??
      withCorrectedWord(open, sentence.text) ??
      withCorrectedWord(open, read.words));
  if (corrected) {
    const notes = [changedText(open, corrected, undefined)];
    return replaceCard(newest, { before: open, after: corrected, notes }, sentence, slack);
  }
  if (NONE.test(read.words)) return decide('discard', cards, sentence, slack);
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
  if (
    isOneRefused ||
    cards.length > 1 ||
    asked ||
    isYesToThisOne(read.words) ||
    NO_TO_OTHER.test(read.words)
  ) {
    const chosen = await chosenCards(read.words, { cards, asked }, sentence, slack);
    if (chosen === 'unclear' && cards.length === 1) return askIfYes(newest, sentence, slack);
    if (chosen === 'unclear') {
      await askWhichCard(cards, sentence, slack);
      return true;
    }
    if (chosen.length > 0 && NO_TO.test(read.words)) return decide('discard', chosen, sentence, slack);
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
  if (open?.work.kind === 'edit') {
    // "Send it to Chloe", "how do I share it?" and "another version of it" are about the document.
    if (
      topic === 'toPerson' ||
      isShare(sentence.text) ||
      isAnotherVersion(order) ||
      isSame(order) ||
      copyIn(order) ||
      isAsNew(order) ||
      ASKS_HOW.test(sentence.text)
    )
      return false;
    if (isAboutAccess(sentence.text)) {
      await sentence.answer(plainMessage(`A change can’t set who may open the document. ${WHO_EDITS}`));
      return true;
    }
    if (WANTS_COPY.test(order)) {
      await sentence.answer(plainMessage(HOW_TO_COPY));
      return true;
    }
    if (await changeOtherDocument(cards, open, order, sentence, slack)) return true;
    const instruction = addedInstruction(read);
    if (instruction) return addToChange(newest, open, instruction, sentence, slack);
  }
  const isForThem = 'wanted' in read && (read.wanted.choices.sharing || read.wanted.isForPerson);
  const isNew = 'wanted' in read && read.wanted.isComplete;
  if (open && (isAboutAccess(text) || topic === 'editing') && !isForThem && !isNew) {
    await sentence.answer(plainMessage(ACCESS_IN_FORM));
    return true;
  }
  if ('wanted' in read && read.wanted.closed) {
    await answerClosed(read.wanted.closed, sentence, slack);
    return true;
  }
  if ('wanted' in read && isPlainTalk(read.wanted) && isOtherOrder(order) && !isLikelyAmendment(order))
    return false;
  if ('wanted' in read && open && open.work.kind === 'document' && ON_THE_SAME.test(text)) {
    const wanted = { ...read.wanted, prompt: open.prompt };
    const ask = wanted.choices.format && (await makeAsk(wanted, sentence, slack));
    if (ask) {
      const same = { ...ask, source: open.source };
      await propose(
        same,
        await admitCard(same, sentence, slack),
        { words: read.words, notes: [] },
        sentence,
        slack,
      );
      return true;
    }
  }
  if ('wanted' in read && isPlainTalk(read.wanted) && order === sentence.text && !isLikelyAmendment(order)) {
    // Once something else was answered, words that no rule understands are probably about that, or a new topic.
    const { prompt, target, isForPerson } = read.wanted;
    if (isAnswered && prompt !== '' && !target && !isForPerson && !MORE.test(order)) return false;
    if (talkLead(order) > CLEARLY_TALK) return sayYes(sentence);
    const { behind = '' } = ASKS_WITHIN.exec(order)?.groups ?? {};
    const isOrder =
      (isLikelyAmendment(behind) && !/^(?:it|they|he|she|that|this|there)\b/i.test(behind)) ||
      talkIn(behind) === 'yes';
    if (behind && !isOrder) return answerWithin(order, { cards, open }, sentence, slack);
  }
  const isClear = open && 'wanted' in read && !addsText(open, read);
  const parts = open && !isClear ? await changedInParts(text, open, sentence, slack) : undefined;
  if (open && parts) return changeTo(parts.ask, newest, open, parts.notes, sentence, slack);
  if ('wanted' in read) return changeCard(newest, open, read, sentence, slack);
  if (read.talk === 'remark' || read.talk === 'chat' || (read.talk === 'yes' && !isClearYes(sentence.text)))
    return sayYes(sentence);
  if (read.talk !== 'yes' && read.talk !== 'no' && read.talk !== 'stop') return false;
  if (read.talk === 'yes' && cards.length > 1) await askWhichCard(cards, sentence, slack);
  else await decide(read.talk === 'yes' ? 'accept' : 'discard', [newest], sentence, slack);
  return true;
}

/** Returns the corrected number of "make it 10 slides, no wait, 8". */
function withoutFirstNumber(text: string): string {
  const rest = text.replace(TAKEN_BACK, '');
  return rest !== text && text.length < 80 && /^\d{1,2}\b.{0,20}$/.test(rest) ? rest : text;
}

/** Matches a question with a remark behind it: "and if Vera leaves? It's her account". */
const ASKS_WITHIN =
  /^(?:(?:and|but|so|ok|oh)[ ,]+)*(?:what|who|how|when|where|why|which|if|is|are|does|do|can|could|will|would|may|wer|was|wie|wann|wo|warum|qui|comment|pourquoi)\b[^?]{3,120}\?\s+(?<behind>\S.*)$/is;

/** Matches words that say more of the same: "and biscuits", "warmer", "oolong first". */
const MORE = /^(?:and|also|but|plus)\b|\b(?:too|first|as well)[.! ]*$|^\p{L}+er\b/iu;

/** Answers a question with a remark behind it, so that it does not become a part of the card. */
async function answerWithin(
  words: string,
  shown: Parameters<typeof answerTopics>[1],
  sentence: Sentence,
  slack: SlackContext,
): Promise<true> {
  const [topic, other] = nearestTopics(words.slice(0, words.indexOf('?') + 1));
  if (topic && !other) await answerTopics([topic], shown, sentence, slack);
  else await sentence.answer(openCardMessage(addressIn(sentence)));
  return true;
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

/** Matches a language that the card must not have: "sorry, not in German". */
const NOT_IN =
  /^(?:(?:no|sorry|oh|hm+|please)[ ,]+)*not (?:in |auf )?(?<language>\p{L}{4,20})(?<rest>[.,;](?: and)? .{3,200})?[.! ]*$/iu;

/** Returns the ask without the language that a sentence takes back, and with what else it says; undefined for other sentences. */
function notIn(open: Ask, text: string): Ask | undefined {
  const { language = '', rest = '' } = NOT_IN.exec(text)?.groups ?? {};
  const code = language && findChoices(`in ${language}`, '').choices.language;
  if (!code || open.language !== code) return undefined;
  const line = rest.replace(/^[.,;](?: and)? /i, '').trim();
  const prompt = line ? `${open.prompt}\n${line}` : open.prompt;
  return { ...open, language: undefined, prompt, wishes: wishesAfter(open, prompt) };
}

/** Matches a question that only suggests something: "in German?", "shorter?", "how about 5 slides?" */
const SUGGESTS =
  /^(?:(?:and|or|hm+|so|und|oder|et|ou)[ ,]+)*(?:(?:how|what) about (?:the |an? )?|maybe |(?:better|rather|lieber|plut[oô]t) |wie w[aä]re? es mit )*(?<order>(?!(?:why|what|how|who|whose|when|where|which|is|are|am|was|were|does|do|did|can|could|will|would|may|shall|should|have|has|warum|wieso|was|wie|wer|wann|wo|ist|sind|kann|gibt|pourquoi|quoi|que|qui|quand|comment|est|combien)\b)[^?:]{2,40})[\s?!]+$/iu;

/** Reads a suggestion such as "in German?" as an order for the card. Returns undefined for other questions. */
async function suggested(
  text: string,
  open: Ask | undefined,
  sentence: Sentence,
  slack: SlackContext,
): Promise<Read | undefined> {
  const order = SUGGESTS.exec(text)?.groups?.order;
  if (!order) return undefined;
  const read = await readSentence({ ...sentence, text: order }, slack, 'direct', open);
  if (!('wanted' in read)) return undefined;
  const isFormat =
    formatOf(order.replace(/^(?:an?|the|eine?) |,? (?:instead|then|maybe)$/gi, '')) !== undefined;
  return read.wanted.prompt === '' || isLikelyAmendment(order) || isFormat ? read : undefined;
}

/** Answers a mention without words: shows the open card again, or asks which of several cards is meant. */
async function showAgain(
  cards: OpenCard[],
  { proposal }: OpenCard,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const open = await slack.proposals.find(sentence.actor, proposal);
  if (!open) return false;
  if (cards.length > 1) await askWhichCard(cards, sentence, slack);
  else
    await sentence.answer(
      open.work.kind === 'edit'
        ? await changeCardOf(open, proposal, [], sentence, slack)
        : await cardOf(open, proposal, { notes: [] }, sentence, slack),
    );
  return true;
}

/**
 * Answers a sentence about a card if a result is newer. A "no" drops the card. A yes makes it only if it names the card, because it may
 * be about the result.
 * @returns false if the sentence is about the result
 */
async function answerOlderCard(cards: OpenCard[], sentence: Sentence, slack: SlackContext): Promise<boolean> {
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

/** Returns the open cards that a sentence can answer. In a direct message, this includes a card above the reply. */
async function openCardsFor(sentence: Sentence, { openCards }: SlackContext) {
  const { actor, channel, isDirect, place } = sentence;
  const here = await openCards.of(actor, placeOf(sentence));
  if (!isDirect || !place.threadTs || here.cards.length > 0) return here;
  const above = await openCards.of(actor, { channel });
  return { ...above, cards: above.cards.filter(({ ts }) => ts === place.threadTs) };
}

/** Matches a wish for a picture in place of a document: "not a presentation, a picture". */
const PICTURE_INSTEAD = new RegExp(
  `^(?:(?:no|oh|sorry|rather|better|actually)[ ,.]+)*(?:not an? (?:${NOUN}),? (?:but )?)?(?:(?:i (?:want|meant|need)|make it|rather|only|just) )?(?:an? )?(?:picture|image|drawing|photo)(?: (?:instead|please|of it|only))*(?:,? (?:and |but )?not (?:an? )?(?:${NOUN}|slides)| (?:instead|in place) of (?:an? |the )?(?:${NOUN}|slides))?[.!]*$`,
  'iu',
);

/** Matches pictures in place of a document: "no not slides, just pictures". */
const JUST_PICTURES = new RegExp(
  `^(?:(?:no|oh|sorry)[ ,.]+)*(?:(?:i )?(?:don[’']?t|do not) want|not) (?:an? )?(?:${NOUN}|slides),? (?:but )?(?:just |only )?(?:an? |one )?(?:pictures?|images?|photos?)[.!]*$`,
  'iu',
);

/** Matches words for all as it is. On the card of a change, they refuse the change: "no dont, keep it". "Leave it" drops any card. */
const KEEPS =
  /^(?:(?:no|nope|nah|ok|please|don[’']?t|do not|actually)[ ,.!]+)*(?:keep|leave(?=.* (?:alone|as|like|how|the way)\b)) (?:it|that|this|everything|all)(?: alone| (?:as|like|how|the way) (?:it is|is|it was|that|this|before))?[.! ]*$/i;

/** Matches a question, which is no instruction for a change. */
const ASKS_HOW = /^(?:(?:and|so|ok|but|hm+)[ ,]+)*(?:how|where|when|who|why|which|what) [^:]*\?\s*$/i;

const SORRY =
  'I’m sorry about that. Tell me what should be different, or say *no* to drop the card. Nothing is spent before your *yes*.';

async function sayYes(sentence: Sentence): Promise<true> {
  const address = addressIn(sentence);
  const text = address
    ? `Say \`${address} yes\` and I’ll make it, or say after \`${address}\` what to change. The card is as before.`
    : 'Say *yes* and I’ll make it, or tell me what to change. The card is as before.';
  await sentence.answer(plainMessage(text));
  return true;
}

/** Matches "bra, lag den" and "kjør", which no row of the other languages has. */
const NORDIC_YES =
  /^(?:(?:ja|jo|ok|bra|fint|flott|greit|supert|takk)[ ,.!]+)*(?:(?:lag|gjør|gör) (?:det|den)|(?:kjør|kör)(?: det| den)?)(?: takk| tack)?[.!]*$/iu;

/** Matches words that may only mean that an answer was read. */
const ONLY_OK =
  /^\s*(?:(?:ok(?:ay)?|k|alright|all right|fine|good|great|nice|perfect|cool|aha|ah|oh|sure|bra|fint|greit|gut|super|then|so|klar|vale|agreed|thanks|thank you|danke|merci|takk|tack|gracias|👍|:\+1:)[ ,.!]*)+\s*$/iu;

/** Asks for a yes once more, which is then about the card. */
async function askAgain(cards: OpenCard[], sentence: Sentence, slack: SlackContext): Promise<boolean> {
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
  const name = escaped(oneLine(splitPrompt(open).content) || 'a summary', 80);
  const address = addressIn(sentence);
  const [yes, no] = address ? [`\`${address} yes\``, `\`${address} no\``] : ['*yes*', '*no*'];
  await sentence.answer(
    plainMessage(`The card for “${name}” is still open. Say ${yes} to have it made, ${no} to drop it.`),
  );
  return true;
}

/** Matches a refusal of one card, which it names: "no, forget the French one". */
const REFUSES_ONE =
  /^(?:(?:no|ok|oh|and)[ ,.!]+)*(?:no to|forget|scrap|cancel|discard|drop) (?:the|this|that) (?:\p{L}+ ){1,4}(?:one|card)[.! ]*$/iu;

/** Matches words for all of a change: "undo the whole thing". */
const WHOLE = /\b(?:whole|all|everything)\b/i;

/** Matches words that discard all open cards. */
const NONE =
  /^\s*(?:(?:no|stop|wait|nei|vent)[ ,.!]+)*(?:dropp(?: det| den)?|ikke (?:det|den)|(?:none|neither)(?: of (?:them|these|those))?|(?:cancel|drop|forget|discard|delete|stop) (?:it all|all|everything|both|them(?: all)?|all of (?:them|it)))[ .!]*$/i;

/** Matches an answer that declines or postpones cards: "Not now, both", "ok, not yet, the first", "both 👎". */
const NOT_NOW =
  /^\s*(?:(?:no|ok|okay|yes|well|hm+|sorry)[, ]+)*not (?:now|yet|today|tomorrow|sure|this time)\b|👎|:(?:-1|thumbsdown):/iu;

/** Matches a wish such as "could it have more pictures?" */
const COULD_IT =
  /^(?:(?:and|but|so|hm+|ok)[ ,]+)*(?:can|could|should|shouldn[’']?t) (?:it|this|that|they|the (?:deck|slides|document|page|post)) (?:please |also |maybe |perhaps )*(?:(?<has>have|get|contain)|(?<is>be)(?! (?:ready|done|finished|there|possible|private|public|in |on |\p{L}+(?:ed|en|ne|un)\b))|(?=include|show|mention|use|focus|start|end)) ?(?<what>[^?,;:]{3,60})\?*$/iu;

/** Matches a wish for a part, also behind a remark: "looks good thx. could the title be Packing?" */
const PART_BE =
  /^(?:[^.!?]{1,40}[.!] )?(?:can|could|should) the (?<part>title|headline|text|tone|background|font|colou?rs?|pictures?|order) (?:please |maybe )?be (?<value>(?!\p{L}+ed\b)[^?]{2,80}?)[?\s]*$/iu;

/** Matches a polite question such as "Can you add our prices?", in the languages of `CAN_YOU`. */
const POLITE_QUESTION = new RegExp(
  `^[\\s¿]*(?:(?:thanks|thank you|thx|ty|danke|merci|ok|okay|great|nice|perfect|cool)[ ,.!]+)*(?:(?:(?:can|could|would|will) (?:you|u)|shall we|can we|could we)(?: please| also| maybe| just| say)* (?<order>[^?]+)\\?*|(?:${CAN_YOU})(?: bitte| es| das| het| dit)* (?<foreign>[^\\s?]+ [^?]+)\\?*)\\s*$`,
  'iu',
);

/** Returns the order in a polite question, for example "add our prices". Returns any other sentence unchanged. */
export function orderIn(text: string): string {
  const { part, value } = PART_BE.exec(text)?.groups ?? {};
  if (part) return `make the ${part} ${value}`;
  const { has, is, what } = COULD_IT.exec(text)?.groups ?? {};
  if (what) return `${has ? 'with ' : is ? 'make it ' : ''}${what}`;
  const { order, foreign } = POLITE_QUESTION.exec(text)?.groups ?? {};
  return order?.replace(/^do (?=(?:it|this|that)\b)/i, 'make ') ?? foreign?.trim() ?? text;
}

/** Matches "Not PDF, " in "Not PDF, PowerPoint". The match is removed before the sentence is parsed. */
const CORRECTED =
  /^\s*no (?:pdf|pptx?|powerpoint|png)(?: needed| please| file)?[,;] (?:but )?(?=\S)|^\s*(?:(?:no|wait|oh|ok|sorry)[, ]+)*not (?!(?:so|too|that|very|quite|really) |(?:now|yet)\b)(?:as |in |for )?[\p{L} ]{1,20}, (?:but )?(?=\S)/iu;

/** Matches nothing. An instruction for a change keeps what it is not about: "not in German, only more formal". */
const NOTHING = /(?!)/;

/** Matches ", not 5" in "7 slides, not 5". The match is removed, because it only names the old choice. */
const NOT_BEFORE = new RegExp(
  `,? not (?:as |in |for )?(?:(?:an? )?(?:pdf|pptx?|powerpoint)|${NUMBER})(?: please)?[.!]?$`,
  'i',
);

/** Matches a sentence that only says who gets the result: "just me, not the channel". */
const ONLY_ME =
  /^(?:no,? )?(?:just|only)(?: for| to)? me(?:,? (?:and )?(?:please|not (?:in |to |for )?(?:(?:the|this|our) (?:whole )?(?:channel|team)|everybody|everyone|all)))*[.!]*$/i;

/** Matches the format that a card must not have, beside the one that it must: "as a page, not slides, and only the numbers". */
const NOT_SLIDES =
  /(?<=\b(?:as|make it) .*),? (?:and )?not (?:as )?(?:slides|an? (?:deck|presentation))(?=[,.]|$)/i;

/** Matches a wish for a copy in place of a change. */
const WANTS_COPY = new RegExp(
  `\\b(?:want|need|make|as) a (?:separate |new |second )?copy\\b(?! of the (?!${NOUN}|original|whole))|\\b(?:keep|leave|not) the original\\b(?! (?!(?:${NOUN}|one|version|as|alone|untouched|and|but|please)\\b)\\p{L})`,
  'iu',
);
const HOW_TO_COPY =
  'A change is made in the document itself. For a copy beside it, say for example `the same in German`: that is a new card, from what the document was made of. The change is as before; *no* drops it.';

/** Matches a wish against the channel: "please not in the channel". */
const NOT_HERE = /\b(?:please )?not (?:in|to|into) (?:the|this|our) (?:whole )?channel\b(?: please)?/i;

/** Matches "Forget that, " in "Forget that, I need a post". The card is discarded, and the rest is handled as a new sentence. */
const FORGET =
  /^\s*(?:actually,? |no,? |ok,? )*(?:forget|scrap|drop) (?:that|it|this)(?: one)?[,;:.!] +(?=\S)/i;

/** Matches "drop the other" after one of two cards was made. */
const NO_TO_OTHER =
  /^(?:(?:ok|and)[ ,]+)*(?:no to|forget|scrap|cancel|discard|drop) the other(?: one| card)?[.!]*$/i;
/** Matches one more thing on the topic of the card: "and also a presentation for the team on it", "y también una presentación". */
const ON_THE_SAME =
  /^(?:(?:and|plus|y|et|und|also) )+(?:also |too |tambi[eé]n |aussi |auch )?(?:an?|una?|une|eine?) .{2,60}\b(?:on|about|of|from) (?:it|this|that|the same)(?: too)?(?=[,.!]|$)|^(?:y|et|und) (?:tambi[eé]n|aussi|auch) (?:una?|une|eine?) /iu;

/** Matches an answer to several cards at once: "make the belt one, drop the rest", "none of these except the review". */
const ALL_BUT_ONE =
  /\b(?:drop|forget|skip|cancel|scrap|not|discard) (?:all )?the (?:rest|others|other (?:two|three))\b|\b(?:none|neither|all|nothing)\b.{0,20}\b(?:except|but)\b|^only the .{2,40} one[.! ]*$/i;

/** Matches a wish to make one document of two cards. */
const JOINS =
  /^(?:(?:no|ok|please|can you|and|oh)[ ,]+)*(?:(?:put|merge|combine|join) (?:them|both|these|those|the two|it all|the cards)\b.{0,40}|(?:those|these|they|both) belong together\b.{0,60}|(?:it(?:[’']?s| is)|that(?:[’']?s| is)|make it) (?:all )?one (?:deck|presentation|document|card|pitch|thing)\b.{0,60})$/iu;
const NOT_JOINED =
  'I can’t join cards. Say to one of them what is missing, for example `the first: with the points of the second`, and drop the other with `no to the second`.';
const ONE_CARD = 'One card at a time, please. Nothing has changed yet: say the first change, then the other.';

const ACCESS_IN_FORM =
  'Words can’t set that, except for `nobody outside`. *Details…* on the card sets who can open it. The card is as before.';

/** Says why a request that is not made yet cannot be passed on. */
const NOT_MADE_YET =
  'It isn’t made yet. Say *yes* to have it made. Once it is there, you can share it with the buttons below it.';
