import { amend, isAmendment, withCorrectedWord } from '../../asks/mention/amend.ts';
import {
  exchangedIn,
  inPlainWords,
  isBack,
  isForNotes,
  isPassedOn,
  isStartOver,
  isTooExpensive,
} from '../../asks/mention/card-orders.ts';
import { findCorrection } from '../../asks/mention/find-edit.ts';
import { NUMBER } from '../../asks/mention/numbers.ts';
import { CAN_YOU } from '../../asks/mention/other-languages.ts';
import { endsInYes, isClearYes } from '../../asks/mention/yes.ts';
import type { Decision, OpenCard } from '../../asks/proposals.ts';
import { type Ask, askSchema } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import { replaceOriginalMessage } from '../bolt/answers/response-url.ts';
import type { SlackContext } from '../bolt/context.ts';
import { acceptedLinkText, appearsAt } from '../kit/accepted/where-result-appears.ts';
import { unitsOf } from '../kit/ask-fields/choices.ts';
import { isPresentation } from '../kit/ask-fields/fields.ts';
import { type Message, plainMessage } from '../kit/blocks/parts.ts';
import { changeProposalMessage } from '../kit/change/document-change.ts';
import { asProposed, blockedAnswer } from '../kit/check-ask.ts';
import { GONE } from '../kit/gone-card.ts';
import { admitCard } from './admit-card.ts';
import { addressIn, creditsText, whichMessage } from './cards.ts';
import { isAboutCard, isBehindResult } from './older-card.ts';
import { acceptProposal, forPerson } from './proposal.ts';
import {
  destinationOf,
  isForPersonByDefault,
  type Read,
  readSentence,
  sourceOf,
  type Wanted,
} from './read-sentence.ts';
import { answerClosed, cardOf, joinsNotes, keptForLimit, placeOf, type Sentence } from './sentence.ts';
import { changedText } from './what-changed.ts';
import { chosenCards, NO_TO, THIS_ONE, withAsks } from './which-card.ts';

/**
 * Answers a sentence about an open proposal card: "yes" accepts, "no" discards and "in German" changes the proposal.
 * @returns false if no card is open, or the sentence is not about a card
 */
export async function answerOpenCard(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { cards, asked } = await openCardsFor(sentence, slack);
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
  if (!newest) return false;
  if (sentence.text.trim() === '') return showAgain(cards, newest, sentence, slack);
  if (FORGET.test(sentence.text)) return decide('forget', [newest], sentence, slack);
  if (!asked && !isAboutCard(sentence.text) && (await isBehindResult(newest, sentence, slack)))
    return answerOlderCard(cards, sentence, slack);
  const open = (await slack.proposals.find(sentence.actor, newest.proposal)) ?? undefined;
  const order = orderIn(sentence.text);
  if (isStartOver(order)) return decide('discard', [newest], sentence, slack);
  if (isBack(order)) return undo(newest, open, sentence, slack);
  if (open && open.work.kind !== 'edit' && isForNotes(order)) return addNotes(newest, open, sentence, slack);
  if (open && open.work.kind !== 'edit' && isPassedOn(order)) {
    await sentence.answer(plainMessage(NOT_MADE_YET));
    return true;
  }
  const exchanged = open && open.work.kind !== 'edit' ? exchangedIn(open, order) : {};
  if (open && exchanged.ask) return changeTo(exchanged.ask, newest, open, [], sentence, slack);
  // Use the rules for direct messages, which need no verb. A change of a card may be only "shorter".
  const text = inPlainWords(exchanged.words ?? order, open?.source.kind === 'channel')
    .replace(CORRECTED, '')
    .replace(NOT_BEFORE, '')
    .replace(ONLY_ME, 'just for me');
  const read = await readSentence({ ...sentence, text }, slack, 'direct', open);
  if ('talk' in read && read.talk === 'undo') return undo(newest, open, sentence, slack);
  if (open && (COST.test(read.words) || isTooExpensive(order))) return sayCost(open, sentence, slack);
  const corrected = open && (withCorrectedWord(open, sentence.text) ?? withCorrectedWord(open, read.words));
  if (corrected) {
    const notes = [changedText(open, corrected, undefined)];
    return replaceCard(newest, { before: open, after: corrected, notes }, sentence, slack);
  }
  if (NONE.test(read.words)) return decide('discard', cards, sentence, slack);
  if (cards.length > 1 || asked || THIS_ONE.test(read.words)) {
    const chosen = await chosenCards(read.words, { cards, asked }, sentence, slack);
    if (chosen === 'unclear') {
      await ask(cards, sentence, slack);
      return true;
    }
    if (chosen.length > 0 && NO_TO.test(read.words)) return decide('discard', chosen, sentence, slack);
    if (chosen.length > 0 && !NOT_NOW.test(sentence.text)) return decide('accept', chosen, sentence, slack);
    if (chosen.length > 0) return sayYes(sentence);
  }
  const isYesForMe = YES_FOR_ME.test(sentence.text) && open?.work.kind !== 'edit';
  if (cards.length === 1 && (isYesForMe || endsInYes(sentence.text)))
    return decide('accept', [newest], sentence, slack);
  if (open?.work.kind === 'edit') {
    const instruction = addedInstruction(read);
    if (instruction) return addToChange(newest, open, instruction, sentence, slack);
  }
  if ('wanted' in read && read.wanted.closed) {
    await answerClosed(read.wanted.closed, sentence, slack);
    return true;
  }
  if ('wanted' in read) return change(newest, open, read, sentence, slack);
  if (read.talk === 'remark' || read.talk === 'chat' || (read.talk === 'yes' && !isClearYes(sentence.text)))
    return sayYes(sentence);
  if (read.talk !== 'yes' && read.talk !== 'no' && read.talk !== 'stop') return false;
  if (cards.length > 1) await ask(cards, sentence, slack);
  else await decide(read.talk === 'yes' ? 'accept' : 'discard', [newest], sentence, slack);
  return true;
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
  if (cards.length > 1) await ask(cards, sentence, slack);
  else
    await sentence.answer(
      open.work.kind === 'edit'
        ? changeProposalMessage(open, proposal, addressIn(sentence))
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
  if (chosen !== 'unclear' && chosen.length > 0 && !NOT_NOW.test(sentence.text))
    return decide(NO_TO.test(read.words) ? 'discard' : 'accept', chosen, sentence, slack);
  const talk = 'talk' in read ? read.talk : undefined;
  if (talk === 'no') return decide('discard', cards.slice(-1), sentence, slack);
  const isYes = talk === 'yes' || endsInYes(sentence.text) || YES_FOR_ME.test(sentence.text);
  if (isYes || chosen === 'unclear') await ask(cards, sentence, slack);
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

/** Matches a question about the price of the open card. The credits that are left are another question. */
const COST =
  /^(?!.*\b(?:left|remain\p{L}*|have|had|balance|did|was|has)\b)(?:(?:and|so|but|ok|okay|oh|hm+)[ ,]+)*(?:what|how|whats)\b[^,;:]{0,40}\b(?:costs?|price|expensive|credits?)\b[^,;:]{0,20}$/iu;

async function sayCost(open: Ask, sentence: Sentence, slack: SlackContext): Promise<true> {
  const cost = creditsText(await slack.generations.expectedCredits(open), open);
  const address = addressIn(sentence);
  const [say, fewer] = address ? [`\`${address} yes\``, `${address} `] : ['*yes*', ''];
  const isShortenable = open.work.kind !== 'edit' && open.work.kind !== 'image' && open.slides !== 1;
  const texts = [
    cost ?? 'I can’t say what it costs before the first document of this kind.',
    isTooExpensive(orderIn(sentence.text)) &&
      isShortenable &&
      `Fewer ${unitsOf(open.format)} usually cost less: say \`${fewer}3 ${unitsOf(open.format)}\`, for example.`,
    `Nothing is spent before your ${say}.`,
  ];
  await sentence.answer(plainMessage(texts.filter(Boolean).join(' ')));
  return true;
}

async function sayYes(sentence: Sentence): Promise<true> {
  const address = addressIn(sentence);
  const text = address
    ? `Say \`${address} yes\` and I’ll make it, or say after \`${address}\` what to change.`
    : 'Say *yes* and I’ll make it, or tell me what to change.';
  await sentence.answer(plainMessage(text));
  return true;
}

/** Matches words that discard all open cards. */
const NONE =
  /^\s*(?:no,? )?(?:(?:none|neither)(?: of (?:them|these|those))?|(?:cancel|drop|forget|discard|delete|stop) (?:it all|all|everything|both|them(?: all)?|all of (?:them|it)))[ .!]*$/i;

/** Matches an answer that declines or postpones cards: "Not now, both", "ok, not yet, the first", "both 👎". */
const NOT_NOW =
  /^\s*(?:(?:no|ok|okay|yes|well|hm+|sorry)[, ]+)*not (?:now|yet|today|tomorrow|sure|this time)\b|👎|:(?:-1|thumbsdown):/iu;

/** Accepts or discards cards, after storing this decision. @returns false if the rest of the sentence is a new request */
async function decide(
  does: Decision['does'],
  cards: OpenCard[],
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const proposals = cards.map(({ proposal }) => proposal);
  if (sentence.id) await slack.openCards.decide(sentence.actor, sentence.id, { does, proposals });
  return carryOut(does, cards, sentence, slack);
}

async function carryOut(
  does: Decision['does'],
  cards: OpenCard[],
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  await removeList(sentence, slack);
  let isDropped = sentence.isAgain === true;
  const elsewhere: Generation[] = [];
  for (const card of cards)
    if (does !== 'accept') isDropped = (await drop(card, sentence, slack)) || isDropped;
    else {
      const generation = await accept(card, sentence, slack);
      if (generation && !appearsAt(generation, placeOf(sentence))) elsewhere.push(generation);
    }
  if (elsewhere.length > 0) {
    const texts = await Promise.all(elsewhere.map((one) => acceptedLinkText(one, sentence, slack)));
    await sentence.answer(plainMessage(texts.join('\n')));
  }
  if (does === 'discard' && isDropped) {
    const next = isStartOver(sentence.text) ? ' What should I make instead?' : '';
    await sentence.answer(plainMessage(`OK, not made. Nothing was spent.${next}`));
  }
  return does !== 'forget';
}

/** Matches a polite question such as "Can you add our prices?", in the languages of `CAN_YOU`. */
const POLITE_QUESTION = new RegExp(
  `^[\\s¿]*(?:(?:(?:can|could|would|will) you|shall we|can we|could we)(?: please| also| maybe| just| say)* (?<order>[^?]+)\\?*|(?:${CAN_YOU})(?: bitte| es| das| het| dit)* (?<foreign>[^\\s?]+ [^?]+)\\?*)\\s*$`,
  'iu',
);

/** Returns the order in a polite question, for example "add our prices". Returns any other sentence unchanged. */
export function orderIn(text: string): string {
  const { order, foreign } = POLITE_QUESTION.exec(text)?.groups ?? {};
  return order?.replace(/^do (?=(?:it|this|that)\b)/i, 'make ') ?? foreign?.trim() ?? text;
}

/** Matches "Not PDF, " in "Not PDF, PowerPoint". The match is removed before the sentence is parsed. */
const CORRECTED =
  /^\s*(?:(?:no|wait|oh|ok|sorry)[, ]+)*not (?:as |in |for )?[\p{L} ]{1,20}, (?:but )?(?=\S)/iu;

/** Matches ", not 5" in "7 slides, not 5". The match is removed, because it only names the old choice. */
const NOT_BEFORE = new RegExp(
  `,? not (?:as |in |for )?(?:(?:an? )?(?:pdf|pptx?|powerpoint)|${NUMBER})(?: please)?[.!]?$`,
  'i',
);

/** Matches a sentence that only says who gets the result: "just me, not the channel". */
const ONLY_ME =
  /^(?:no,? )?(?:just|only)(?: for| to)? me(?:,? (?:and )?(?:please|not (?:in |to |for )?(?:(?:the|this|our) (?:whole )?(?:channel|team)|everybody|everyone|all)))*[.!]*$/i;

/** Matches "yes, just for me", which accepts a card and sends the result only to the person. */
const YES_FOR_ME =
  /^\s*(?:yes|yep|yeah|yup|sure|go ahead|do it|make it)(?:[,.! ]+(?:please|but|and|make it))*[,.! ]+(?:(?:just|only) (?:for|to) me|for me (?:only|alone)|for my eyes only)(?:[, ]+please)?[.!]*\s*$/i;

/** Matches "Forget that, " in "Forget that, I need a post". The card is discarded, and the rest is handled as a new sentence. */
const FORGET =
  /^\s*(?:actually,? |no,? |ok,? )*(?:forget|scrap|drop) (?:that|it|this)(?: one)?[,;:.!] +(?=\S)/i;

/** Answers with the list of open cards, so that the person can choose a card. */
async function ask(cards: OpenCard[], sentence: Sentence, slack: SlackContext): Promise<void> {
  const found = await withAsks(cards, sentence, slack);
  const open = found.map(({ card: { proposal }, ask }) => ({ proposal, ask }));
  const rows = open.map(async (one) => ({
    ...one,
    isForPerson: await isForPersonByDefault(one.ask, sentence, slack),
    credits: await slack.generations.expectedCredits(one.ask),
  }));
  const message = whichMessage(await Promise.all(rows), addressIn(sentence));
  await removeList(sentence, slack);
  const ts = await sentence.answer(message);
  const listed = open.map(({ proposal }) => proposal);
  await slack.openCards.markAsked(sentence.actor, placeOf(sentence), listed, ts);
}

/** Deletes the list of open cards, because the person has answered it, or it is shown again. Its order stays known for "the second". */
async function removeList(sentence: Sentence, { openCards, log }: SlackContext): Promise<void> {
  const { asked, askedTs } = await openCards.of(sentence.actor, placeOf(sentence));
  if (!asked || !askedTs) return;
  await openCards.markAsked(sentence.actor, placeOf(sentence), asked);
  // A click in the list has deleted it already.
  await sentence.remove?.(askedTs).catch((err) => log.info({ err }, 'A list of cards could not be deleted'));
}

/** Deletes a card. An ephemeral card can be deleted only through the `response_url` of a click on it. */
async function removeCard(
  { proposal, ts }: OpenCard,
  sentence: Sentence,
  slack: SlackContext,
): Promise<void> {
  if (ts) await sentence.remove?.(ts);
  else await replaceOriginalMessage(sentence.actor, proposal, () => null, slack);
}

/** Accepts a card, and deletes it. @returns the generation; undefined if none was started */
async function accept(
  card: OpenCard,
  sentence: Sentence,
  slack: SlackContext,
): Promise<Generation | undefined> {
  const accepted = await acceptProposal(sentence, card.proposal, slack, async (ask) => {
    if (ask.work.kind === 'edit') return ask;
    const isForPerson = YES_FOR_ME.test(sentence.text) || (await isForPersonByDefault(ask, sentence, slack));
    return isForPerson ? forPerson(ask) : ask;
  });
  if (accepted === 'taken') return undefined;
  if (accepted === 'gone') await sentence.answer(plainMessage(GONE));
  else if ('problem' in accepted) await sentence.answer(accepted.problem);
  else {
    await removeCard(card, sentence, slack);
    return accepted.generation;
  }
  return undefined;
}

/** Discards a card's proposal and deletes the card. @returns false if the card was answered before */
async function drop(card: OpenCard, sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const isDropped = await slack.proposals.discard(sentence.actor, card.proposal);
  if (isDropped) await removeCard(card, sentence, slack);
  return isDropped;
}

/**
 * Returns the words that a sentence adds to the card of a change, such as "and swap slide 2 and 3"; undefined for talk or a new request.
 */
function addedInstruction(read: Read): string | undefined {
  const { words } = read;
  const correction = findCorrection(words, true);
  if (correction || 'talk' in read) return correction;
  const { wanted } = read;
  const isNew = wanted.isComplete || wanted.choices.format !== undefined;
  return !isNew && isAmendment(words, wanted) ? words : undefined;
}

/** Adds an instruction to the card for a change of a document. */
function addToChange(
  card: OpenCard,
  before: Ask,
  instruction: string,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const after = { ...before, prompt: `${before.prompt}\n${instruction}` };
  const notes = [changedText(before, after, undoIn(before, sentence))];
  return replaceCard(card, { before, after, notes }, sentence, slack);
}

/** Returns how the person takes back the last change, as mrkdwn; undefined if the ask before the change is not kept. */
function undoIn({ prompt }: Ask, sentence: Sentence): string | undefined {
  const address = addressIn(sentence);
  if (prompt.length > MOST_TO_UNDO) return undefined;
  return address ? `\`${address} undo\`` : '*undo*';
}

/** Says why a request that is not made yet cannot be passed on. */
const NOT_MADE_YET =
  'It isn’t made yet. Say *yes* to have it made. Once it is there, you can share it with the buttons below it.';

const NO_NOTES =
  'I can’t write speaker notes. I can read those of a PowerPoint file that you attach. The card is as before.';

/** Adds the speaker notes of the attached presentations to the ask. If the ask has none, says so. */
async function addNotes(
  card: OpenCard,
  before: Ask,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const { source } = before;
  if (source.kind !== 'text' && source.files?.some(({ name }) => isPresentation(name)))
    return changeTo({ ...before, source: { ...source, withNotes: true } }, card, before, [], sentence, slack);
  await sentence.answer(plainMessage(NO_NOTES));
  return true;
}

/** Changes the ask of a card, as the sentence requests. @returns false if the sentence requests no change of the card */
async function change(
  card: OpenCard,
  before: Ask | undefined,
  { words, wanted }: { words: string; wanted: Wanted },
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  if (!before || before.work.kind === 'edit' || !isAmendment(words, wanted, sentence.isCommand)) return false;
  const amended = { ...amend(before, words, wanted), ...placesOf(before, wanted, sentence) };
  return changeTo(amended, card, before, wanted.notes, sentence, slack);
}

/** Checks a changed ask, and shows its card, which says what has changed. */
async function changeTo(
  amended: Ask,
  card: OpenCard,
  before: Ask,
  said: string[],
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const admission = await admitCard(amended, sentence, slack);
  const after = asProposed(amended, admission);
  const blocked = await blockedAnswer(admission, after, sentence, slack);
  const changed = changedText(before, after, undoIn(before, sentence));
  const notes = [changed, ...said, ...joinsNotes(after, admission)];
  const kept = blocked && keptForLimit(blocked, after, admission, sentence);
  if (!blocked || kept) return replaceCard(card, { before, after, notes }, sentence, slack, kept);
  await sentence.answer(blocked);
  return true;
}

async function undo(
  card: OpenCard,
  before: Ask | undefined,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const after = askSchema.safeParse(card.former).data;
  if (before && after) return replaceCard(card, { before, after, notes: [UNDONE] }, sentence, slack);
  await sentence.answer(plainMessage('There is nothing to undo on this card. Say what should be different.'));
  return true;
}

/** Says on a changed card that the old one, which Slack does not let Deckhand delete, no longer counts. */
const REPLACES = 'This replaces the card above.';

const UNDONE = 'This is as before your last change.';

/** Maximum length of a prompt that is stored for "undo", in characters. */
const MOST_TO_UNDO = 5_000;

/**
 * Posts a card for the changed ask, `after`, and deletes the old card. An ephemeral card cannot be deleted, so its proposal is discarded,
 * and the new card gets a new proposal.
 * @param instead the message to post instead of the card, if the changed ask exceeds a limit
 * @returns false if the old card was answered in the meantime
 */
async function replaceCard(
  card: OpenCard,
  changed: NonNullable<Decision['changed']>,
  sentence: Sentence,
  slack: SlackContext,
  instead?: Message,
): Promise<boolean> {
  const { actor, id } = sentence;
  await removeList(sentence, slack);
  const decision: Decision = { does: 'change', proposals: [card.proposal], changed };
  if (id) await slack.openCards.decide(actor, id, decision);
  return showChanged(card, changed, sentence, slack, instead);
}

/** Carries out `replaceCard`, also if the sentence is handled again after a crash. */
async function showChanged(
  { proposal, ts }: OpenCard,
  { before, after, notes }: NonNullable<Decision['changed']>,
  sentence: Sentence,
  slack: SlackContext,
  instead?: Message,
): Promise<boolean> {
  const { actor, id: origin } = sentence;
  const isKept = ts !== undefined && sentence.remove !== undefined;
  const isOpen = isKept
    ? await slack.proposals.amend(actor, proposal, () => after)
    : await slack.proposals.discard(actor, proposal);
  // If the sentence is handled again, an ephemeral card may be discarded already.
  if (!isOpen && (isKept || !sentence.isAgain)) return false;
  const successor = isKept ? proposal : await slack.proposals.save(after, { origin });
  if (!isKept) {
    await slack.openCards.markReplaced(actor, proposal);
    await removeCard({ proposal }, sentence, slack);
  }
  const said = isKept ? notes : [...notes, REPLACES];
  const card =
    instead ??
    (after.work.kind === 'edit'
      ? changeProposalMessage(after, successor, addressIn(sentence), said)
      : await cardOf(after, successor, { notes: said }, sentence, slack));
  const newTs = await sentence.answer(card);
  if (isKept && newTs !== ts) await sentence.remove?.(ts);
  await slack.openCards.add(actor, placeOf(sentence), {
    proposal: successor,
    ts: newTs,
    former: before.prompt.length <= MOST_TO_UNDO ? before : undefined,
  });
  return true;
}

/** Returns the properties of an ask that a sentence replaces: `source` (a channel or time span), `destination` (where to post), or none. */
export function placesOf(
  { source: before }: Ask,
  wanted: Wanted,
  sentence: Sentence,
): Partial<Pick<Ask, 'source' | 'destination'>> {
  const isElsewhere = wanted.target !== undefined || wanted.isForPerson;
  const source = sourceOf(wanted, sentence);
  // A sentence that names a channel but no time span, for example "Sorry, I meant #revenue", does not change the card's time span.
  const days =
    wanted.isUsualPeriod && before.kind === 'channel' ? { since: before.since, until: before.until } : {};
  return {
    ...(wanted.days && { source: { ...source, ...days } }),
    ...(isElsewhere && { destination: destinationOf(wanted, sentence) }),
  };
}
