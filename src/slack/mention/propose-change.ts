import type { Button } from '@slack/types';
import { withSame } from '../../asks/mention/card-orders.ts';
import { NOUN } from '../../asks/mention/find-ask.ts';
import { findCorrection, findEdit, isAsNew, PART } from '../../asks/mention/find-edit.ts';
import { flatText } from '../../asks/mention/flat-text.ts';
import { NUMBER } from '../../asks/mention/numbers.ts';
import { isQuestion } from '../../asks/mention/questions.ts';
import { unsupportedIn } from '../../asks/mention/unsupported.ts';
import type { Ask } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import { denialOn, mayChange } from '../bolt/permissions/permissions.ts';
import { type Message, plainMessage } from '../kit/blocks/parts.ts';
import {
  changeAsk,
  changeProposalMessage,
  isChangeable,
  laterChangeMessage,
} from '../kit/change/document-change.ts';
import { checkAsk } from '../kit/check-ask.ts';
import { cardCreditsText } from '../kit/copy/credits-text.ts';
import type { ThreadRef } from '../kit/lookups/threads.ts';
import { addressIn } from './cards.ts';
import { type DocumentName, documentName } from './document-name.ts';
import { documentFor, whichDocument } from './document-orders.ts';
import {
  answerAboutDocument,
  documentMessage,
  isAboutDocument,
  SAY_WHAT,
  SEARCHED,
} from './document-questions.ts';
import { isOther, MEANT, NAME_ALONE } from './name-words.ts';
import { lastOf } from './open-card/older-card.ts';
import { isNameOf, withAsks } from './open-card/which-card.ts';
import { freshButton } from './other-meaning.ts';
import { placeOf } from './place.ts';
import { prohibitionAnswer, withRuleForms } from './rule-forms.ts';
import { expectedFor, type Sentence } from './sentence.ts';
import { isShare } from './share-words.ts';

/** Answers sentences about an existing document. None of the answers spends credits. */

/**
 * Answers a sentence in the thread of a document. A change or a correction, such as "the second slide is too empty", gets a card.
 * @returns false if the sentence is not about the document, or the thread has no document
 */
export async function answerBelowDocument(
  sentence: Sentence,
  thread: ThreadRef,
  slack: SlackContext,
): Promise<boolean> {
  const { actor, text, isDirect, isAddressed } = sentence;
  const words = withSame(await slack.threads.plain(actor.team, text));
  // A sentence in a channel that does not begin with the mention may be for other people, so only a clear order is a change.
  const isForDeckhand = isDirect || isAddressed === true;
  const found = isForDeckhand ? findCorrection(words, true) : findEdit(words);
  const instruction = found ?? COUNTS_IT.exec(words)?.groups?.order;
  const isAbout = isForDeckhand && !instruction && !isAsNew(words) && isAboutDocument(words);
  const document = (instruction || isAbout) && (await slack.generations.documentIn(actor.team, thread));
  if (!document) return false;
  return instruction
    ? proposeChangeOf(document, instruction, sentence, slack)
    : answerAboutDocument(words, document, sentence);
}

/** Matches another number of slides: "make it 5 slides instead". Elsewhere, these words ask for a new document. */
const COUNTS_IT = new RegExp(
  `^(?:(?:and|now|ok|no|please|can you|could you)[ ,]+)*(?<order>make it (?:only |just |about )?(?:${NUMBER}) (?:slides|pages))(?: instead| please| pls)*[.!? ]*$`,
  'i',
);

/** Matches a change that says that it is about the finished document: "no, I mean change the deck above: split slide 3". */
const CHANGE_OF_LAST = new RegExp(
  `^(?:(?:no|oh|sorry|i mean|i meant|please|rather|can you|could you)[ ,!.]+)*(?:change|edit|fix|update|correct) (?:the|that|this) (?:finished |existing )?(?:${NOUN}|one) (?:above|here|in this thread|(?:that |which )?(?:you (?:just )?made|was (?:just )?made))(?: please)?(?:[:,.–—-]+ ?| and )(?<change>.{3,})$`,
  'iu',
);
/** Matches an order about a whole document, so a single word is its name: "shorten the roadmap". "Remove the map" is about a part. */
const OF_WHOLE = new RegExp(
  `^(?:(?:and|also|now|ok|please|pls|can you|could you)[ ,]+)*(?:shorten|translate|rename|retitle|proofread|polish|condense|simplify|tidy up) (?:the|my|our) (?!(?:${PART})\\b)(?<name>[\\p{L}\\d-]{4,})(?=$|[.!?]| (?:to|into|in|as|please|pls|for|a bit|by)\\b)`,
  'iu',
);
/** Matches a document's name before the change: "in the deck, …", "the deck: …". The caller removes it from the instruction. */
const NAME_BEFORE =
  /^(?:(?:and|now|ok|please|change|edit|update|in|on|for)[ ,]+)*(?:the|my|our) deck(?: ?[:–—,] ?|(?<=\b(?:in|on) (?:the|my|our) deck) )/i;
/** Matches a wish for a copy, which is no change. */
const COPIES = /\b(?:(?:a|another|as a) copy|copy of|copy the deck|duplicate)\b/i;
/** Matches a remark on the document: "the web page looks empty". */
const SUBJECT =
  /^(?:(?:and|but|ok|sorry)[ ,]+)*(?:the|my|our) deck (?:is|looks?|has|needs?|should|feels|seems|lacks|still)\b/i;
/** Matches a document's name behind the change: "remove slide 3 from the deck". The caller removes it from the instruction. */
const NAME_BEHIND = / (?:from|in|of|on|to) (?:the|my|our) deck(?: please)?[.!?]*$/i;

/**
 * Answers a sentence that names a document of the person and a change of it.
 * @returns false for other sentences, and if the sentence may mean an open card
 */
export async function answerNamedChange(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, text } = sentence;
  const said = flatText(text);
  const ofLast = CHANGE_OF_LAST.exec(said)?.groups?.change;
  const last = ofLast ? await documentFor(sentence, slack) : undefined;
  if (ofLast && last && last !== 'unknown') return proposeChangeOf(last, ofLast, sentence, slack);
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  const name = documentName(said, recent.filter(isChangeable));
  if (await answerNameAlone(said, name, sentence, slack)) return true;
  if (!name?.document || isShare(name.plain) || COPIES.test(name.plain)) return false;
  // "The date of the launch" may be in the last document, or in that of the thread.
  const isInThread = sentence.thread !== undefined || placeOf(sentence).threadTs !== undefined;
  const isOne = name.isClear || (OF_WHOLE.test(said) && !isInThread);
  if (!isOne && (isInThread || (await lastOf(sentence, slack)))) return false;
  const isBehind = NAME_BEHIND.test(name.plain);
  // In "add a section about the repair desk", the words to add name no document.
  if (ADDS.test(said) && !isBehind) return false;
  const change = name.plain.replace(NAME_BEFORE, '').replace(NAME_BEHIND, '');
  const isNameApart = change !== name.plain;
  const isSubject = SUBJECT.test(name.plain);
  const isOrder = isInThread || isBehind || isQuestion(said);
  const instruction = isOrder ? findEdit(change) : findCorrection(change, isNameApart || isSubject);
  if (!instruction) return false;
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const open = await withAsks(cards, sentence, slack);
  // "No, the Halden offer is fine" is about the open card.
  if ((open.length > 0 && CORRECTS.test(text)) || open.some(({ ask }) => isNameOf(name, ask))) return false;
  const words = isNameApart ? instruction : (findCorrection(said, true) ?? said);
  return proposeChangeOf(name.document, words, sentence, slack);
}

/**
 * Answers a direct message that only says which document was meant, such as "no, the price list" after an answer: shows it with its buttons.
 * @returns false for other sentences, and if a card is open
 */
async function answerNameAlone(
  said: string,
  name: DocumentName | undefined,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const rest = (name?.plain ?? said).replace(MEANT, '');
  const isMeant = CORRECTS.test(sentence.text) || name?.kind === 'one';
  if (!sentence.isDirect || !isMeant || !(NAME_ALONE.test(rest) || isOther(rest))) return false;
  const { cards } = await slack.openCards.of(sentence.actor, placeOf(sentence));
  if (cards.length > 0 || (name && !name.document && !isOther(rest))) return false;
  await sentence.answer(
    name?.document ? documentMessage(name.document, SAY_WHAT) : await whichDocument(sentence, slack),
  );
  return true;
}

/** Matches a correction of an open card, or a second document for the same change: "no, the web page", "and the web page too". */
export const CORRECTS = /^(?:no|not|oh|sorry|wait|i meant?)\b|^(?:and|also) .*\b(?:too|as well|auch)\b/i;
/** Matches an order to add something. */
export const ADDS =
  /^(?:(?:oh|and|also|please|ok|now|can you)[ ,]+)*(?:add|append|insert|include|mention|put in)\b/i;

/** Returns the card of a change, with the expected cost. */
export async function changeCardOf(
  ask: Ask,
  proposal: string,
  notes: string[],
  sentence: Sentence,
  slack: SlackContext,
  other?: Button,
): Promise<Message> {
  const cost = cardCreditsText((await expectedFor(ask, slack)).credits, ask);
  return changeProposalMessage(ask, proposal, { address: addressIn(sentence), notes, cost, other });
}

/** Matches an order that moves a document: "put my post into the folder Marketing". */
const TO_FOLDER = /\b(?:put|move|file|save|add)\b.{1,60}\bfolder\b/i;
const NO_FOLDER =
  'I can’t move a finished document. Move it on its own page, behind its title. Before something is made, say for example `in the folder Marketing`.';

/**
 * Answers with a card that proposes a change of a document, or with a button for later if the document is still being made.
 * @returns false if the document cannot be changed
 */
export async function proposeChangeOf(
  document: Generation,
  instruction: string,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const other = TO_FOLDER.test(instruction)
    ? plainMessage(NO_FOLDER)
    : await prohibitionAnswer(sentence, slack);
  if (other) {
    await sentence.answer(other);
    return true;
  }
  const ask = changeAsk(document, sentence.actor, instruction);
  const later = ask ? undefined : laterChangeMessage(document, instruction);
  if (!ask && !later) return false;
  // The title of a document that is still being made is shown only to those who may change it.
  const denial = await denialOn(document, mayChange, sentence, slack);
  const refused = denial ? plainMessage(denial) : later;
  if (refused) await sentence.answer(refused);
  if (!ask || refused) return true;
  const kept = { origin: sentence.id };
  const blocked = await checkAsk(ask, sentence, slack, 'later', { kept });
  if (blocked) await sentence.answer(blocked);
  else {
    const proposal = await slack.proposals.save(ask, { origin: sentence.id });
    const notes = unsupportedIn(flatText(instruction)).flatMap(({ note, isOfSource }) =>
      isOfSource ? [] : [note],
    );
    if (sentence.also) notes.push(sentence.also);
    const card = await changeCardOf(ask, proposal, notes, sentence, slack, freshButton(sentence, proposal));
    const isInThread = placeOf(sentence).threadTs !== undefined;
    const ts = await sentence.answer(isInThread ? card : await withRuleForms(card, sentence, slack));
    await slack.openCards.add(sentence.actor, placeOf(sentence), { proposal, ts });
  }
  return true;
}
