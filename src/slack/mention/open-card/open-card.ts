import {
  amend,
  changesIn,
  isLikelyAmendment,
  withCorrectedWord,
  withoutWish,
} from '../../../asks/mention/amend.ts';
import { exchangedIn, isForNotes, isSame } from '../../../asks/mention/card-orders.ts';
import { findChoices } from '../../../asks/mention/choices.ts';
import { formatOf, NOUN } from '../../../asks/mention/find-ask.ts';
import { copyIn, isAnotherVersion, isAsNew } from '../../../asks/mention/find-edit.ts';
import { nearestTopics, questionsIn } from '../../../asks/mention/questions.ts';
import { isOtherOrder, talkIn } from '../../../asks/mention/talk.ts';
import { CLEARLY_TALK, cardOrderIn, talkLead } from '../../../asks/mention/topic-model.ts';
import { ABOUT_THREAD, isPlainTalk } from '../../../asks/mention/understand.ts';
import { isClearYes, isYesToChange } from '../../../asks/mention/yes.ts';
import type { Ask } from '../../../asks/schema.ts';
import { splitPrompt, wishesAfter } from '../../../asks/wishes.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { plainMessage } from '../../kit/blocks/parts.ts';
import { admitCard } from '../admit-card.ts';
import { addressIn, openCardMessage } from '../cards.ts';
import { isAboutAccess, WHO_EDITS } from '../document-questions.ts';
import { searchedWords } from '../name-words.ts';
import { placeOf } from '../place.ts';
import { answerTopics } from '../question-answers.ts';
import { makeAsk, type Read, readSentence } from '../read-sentence.ts';
import { answerClosed, propose, type Sentence } from '../sentence.ts';
import { isShare } from '../share-words.ts';
import { answerTalk } from '../talk-answers.ts';
import { askWhichCard } from './card-list.ts';
import { CORRECTED, orderIn, plainOrder, withoutFirstNumber } from './card-words.ts';
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
import { carryOut, decide } from './decide-card.ts';
import { isAboutCard, isBehindResult } from './older-card.ts';
import { changeOtherDocument } from './other-document.ts';
import { showAgain } from './show-again.ts';
import { changedText } from './what-changed.ts';
import { answerOlderCard, answerYesOrNo, askAgain, REFUSES_ONE, sayYes } from './yes-or-no.ts';

/**
 * Answers a sentence about an open proposal card: "yes" accepts, "no" discards and "in German" changes the proposal.
 * @returns false if no card is open, or the sentence is not about a card
 */
export async function answerOpenCard(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { cards, asked: listed, askedBy, isAnswered, isOrderAnswered } = await openCardsFor(sentence, slack);
  const { actor, id = '', isAgain } = sentence;
  // Once something else was answered, a number is no answer to the list of cards. A list that answers this sentence is none either.
  const asked = isAnswered || (isAgain && askedBy === id) ? undefined : listed;
  const former = isAgain ? await slack.openCards.decisionOf(actor, id) : undefined;
  if (former) {
    const left = cards.filter(({ proposal }) => former.proposals.includes(proposal));
    if (former.changed) {
      const [proposal = ''] = former.proposals;
      await showChanged(left[0] ?? { proposal }, former.changed, sentence, slack);
      return true;
    }
    return carryOut(former.does, left, sentence, slack);
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
  const text = plainOrder(exchanged.words ?? order, open, does === 'drop', here);
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
  if (open?.work.kind === 'edit' && (await changeOtherDocument(cards, open, order, sentence, slack)))
    return true;
  const decision = { cards, asked, open, words: read.words, order, isNegated, isOrderAnswered };
  const decided = await answerYesOrNo(decision, sentence, slack);
  if (decided !== undefined) return decided;
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

/** Matches words that may only mean that an answer was read. */
const ONLY_OK =
  /^\s*(?:(?:ok(?:ay)?|k|alright|all right|fine|good|great|nice|perfect|cool|aha|ah|oh|sure|bra|fint|greit|gut|super|then|so|klar|vale|agreed|thanks|thank you|danke|merci|takk|tack|gracias|👍|:\+1:)[ ,.!]*)+\s*$/iu;

/** Matches words for all of a change: "undo the whole thing". */
const WHOLE = /\b(?:whole|all|everything)\b/i;

/** Matches a wish for a copy in place of a change. */
const WANTS_COPY = new RegExp(
  `\\b(?:want|need|make|as) a (?:separate |new |second )?copy\\b(?! of the (?!${NOUN}|original|whole))|\\b(?:don[’']?t|do not) (?:touch|change) the original\\b|\\bals kopie\\b|\\boriginal nicht\\b|\\b(?:keep|leave|not) the original\\b(?! (?!(?:${NOUN}|one|version|as|alone|untouched|and|but|please)\\b)\\p{L})`,
  'iu',
);
const HOW_TO_COPY =
  'A change is made in the document itself. For a copy beside it, say for example `the same in German`: that is a new card, from what the document was made of. The change is as before; *no* drops it.';

/** Matches "Forget that, " in "Forget that, I need a post". The card is discarded, and the rest is handled as a new sentence. */
const FORGET =
  /^\s*(?:actually,? |no,? |ok,? )*(?:forget|scrap|drop) (?:that|it|this)(?: one)?[,;:.!] +(?=\S)/i;

/** Matches one more thing on the topic of the card: "and also a presentation for the team on it", "y también una presentación". */
const ON_THE_SAME =
  /^(?:(?:and|plus|y|et|und|also) )+(?:also |too |tambi[eé]n |aussi |auch )?(?:an?|una?|une|eine?) .{2,60}\b(?:on|about|of|from) (?:it|this|that|the same)(?: too)?(?=[,.!]|$)|^(?:y|et|und) (?:tambi[eé]n|aussi|auch) (?:una?|une|eine?) /iu;

const ACCESS_IN_FORM =
  'Words can’t set that, except for `nobody outside`. *Details…* on the card sets who can open it. The card is as before.';

/** Says why a request that is not made yet cannot be passed on. */
const NOT_MADE_YET =
  'It isn’t made yet. Say *yes* to have it made. Once it is there, you can share it with the buttons below it.';
