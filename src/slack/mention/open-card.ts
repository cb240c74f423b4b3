import { amend, isAmendment } from '../../asks/mention/amend.ts';
import { formatOf } from '../../asks/mention/find-ask.ts';
import { withoutCourtesy } from '../../asks/mention/flat-text.ts';
import type { Decision, OpenCard } from '../../asks/proposals.ts';
import { type Ask, askSchema } from '../../asks/schema.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Command } from '../bolt/requests.ts';
import { plainMessage } from '../kit/blocks/parts.ts';
import { isChannel } from '../kit/blocks/text.ts';
import { admitAsk, blockedAnswer, withOutline } from '../kit/check-ask.ts';
import { whichMessage } from './cards.ts';
import { acceptProposal, forPerson, GONE } from './proposal.ts';
import { destinationOf, isForPersonByDefault, readSentence, sourceOf, type Wanted } from './read-sentence.ts';
import { answerSentence, cardOf, placeOf, type Sentence } from './sentence.ts';

/**
 * Answers a sentence that is about an open proposal card: "yes" accepts the proposal, "no" discards the proposal, and "in German, eight
 * slides" changes the proposal.
 * @returns false if no card is open, or the sentence is not about a card
 */
export async function answerOpenCard(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { cards, asked } = await openCardsFor(sentence, slack);
  const { actor, id = '', isAgain } = sentence;
  const decided = isAgain ? await slack.openCards.decisionOf(actor, id) : undefined;
  if (decided) {
    const left = cards.filter(({ proposal }) => decided.proposals.includes(proposal));
    return carryOut(decided.does, left, sentence, slack);
  }
  const newest = cards.at(-1);
  if (!newest) return false;
  if (FORGET.test(sentence.text)) return decide('forget', [newest], sentence, slack);
  // A sentence can change an open card even without a verb, so the sentence is parsed by the rules for direct messages.
  const text = sentence.text.replace(POLITE_QUESTION, '$<order>').replace(CORRECTED, '');
  const open = (await slack.proposals.find(sentence.actor, newest.proposal)) ?? undefined;
  const read = await readSentence({ ...sentence, text }, slack, 'direct', open);
  if ('talk' in read && read.talk === 'undo') return undo(newest, open, sentence, slack);
  if (cards.length > 1 && NONE.test(read.words)) return decide('discard', cards, sentence, slack);
  if (cards.length > 1 || asked) {
    const chosen = await chosenCards(read.words, { cards, asked }, sentence, slack);
    if (chosen === 'unclear') {
      await ask(cards, sentence, slack);
      return true;
    }
    if (chosen.length > 0 && !NOT_NOW.test(sentence.text)) return decide('accept', chosen, sentence, slack);
    if (chosen.length > 0) return sayYes(sentence);
  }
  if ('wanted' in read) return change(newest, open, read, sentence, slack);
  if (read.talk === 'remark' || (read.talk === 'yes' && !isClearYes(sentence.text))) return sayYes(sentence);
  if (read.talk !== 'yes' && read.talk !== 'no' && read.talk !== 'stop') return false;
  if (cards.length > 1) await ask(cards, sentence, slack);
  else await decide(read.talk === 'yes' ? 'accept' : 'discard', [newest], sentence, slack);
  return true;
}

/** Returns the open cards that a sentence can answer. A reply in a thread of the direct message can answer the card that it is below. */
async function openCardsFor(sentence: Sentence, { openCards }: SlackContext) {
  const { actor, channel, isDirect, place } = sentence;
  const here = await openCards.of(actor, placeOf(sentence));
  if (!isDirect || !place.threadTs || here.cards.length > 0) return here;
  const above = await openCards.of(actor, { channel });
  return { ...above, cards: above.cards.filter(({ ts }) => ts === place.threadTs) };
}

async function sayYes(sentence: Sentence): Promise<true> {
  await sentence.answer(plainMessage('Say *yes* and I’ll make it, or tell me what to change.'));
  return true;
}

/** Matches words that discard all open cards. */
const NONE =
  /^\s*(?:no,? )?(?:(?:none|neither)(?: of (?:them|these|those))?|(?:cancel|drop|forget|discard|delete|stop) (?:it all|all|everything|both|them(?: all)?|all of (?:them|it)))[ .!]*$/i;

/** Matches the beginning of a sentence that chooses no card now: "Not now, both". */
const NOT_NOW = /^\s*(?:no,? )?not (?:now|yet|today|tomorrow|sure|this time)\b/i;

/** Matches words that express doubt. A sentence with such words ("Not now, ok") is not accepted as a yes, because a yes spends credits. */
const DOUBT =
  /👎|(?<![\p{L}\d])(?:-1|no|not|nope|nah|never|nevermind|nvm|later|wait|hold on|cancel|skip|scrap|forget|drop|discard|nein|non|não|nie|nee|thumbsdown|dont|\p{L}+n['’]t)(?!\p{L})|\bconfirm\s*\?/iu;

/** Words that people also say without meaning a yes: "ok thanks", "that's fine for now". */
const POLITE =
  /\b(?:thanks?|thank you|thx|ty|cheers|for now|lol|better|right|course|run|ship|looks like)\b|^\s*k\s*$/i;
/** Words that make a polite sentence a yes: "yes thanks". */
const EXPLICIT = /\b(?:yes|yep|yeah|yup|make|go|do it|please|sure|ja|oui|si|sim|tak)\b|sí|👍|✅|\+1/i;

/** Returns whether a sentence that reads like a yes expresses no doubt and is no mere courtesy. */
function isClearYes(text: string): boolean {
  return !DOUBT.test(text) && (!POLITE.test(text) || EXPLICIT.test(text));
}

/** Stores which cards a sentence accepts or discards, and then does it. @returns false if the rest of the sentence is a new request */
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
  let isDropped = sentence.isAgain === true;
  for (const card of cards)
    if (does === 'accept') await accept(card, sentence, slack);
    else isDropped = (await drop(card, sentence, slack)) || isDropped;
  if (does === 'discard' && isDropped)
    await sentence.answer(plainMessage('OK, not made. Nothing was spent.'));
  return does !== 'forget';
}

/** Matches a polite question such as "Can you add our prices?" While a card is open, it is an order. */
export const POLITE_QUESTION =
  /^\s*(?:(?:can|could|would|will) you|shall we|can we|could we)(?: please| also| maybe| just| say)* (?<order>[^?]+)\?*\s*$/i;

/** Matches "Not PDF, " in "Not PDF, PowerPoint". The match is removed before the sentence is parsed. */
const CORRECTED = /^\s*(?:no,? )?not (?:as |in |for )?[\p{L} ]{1,20}, (?:but )?(?=\S)/iu;

/** Matches the beginning of "Forget that, I need a post about our new trainee". The card is discarded, and the rest is a new sentence. */
const FORGET =
  /^\s*(?:actually,? |no,? |ok,? )*(?:forget|scrap|drop) (?:that|it|this)(?: one)?[,;:.!] +(?=\S)/i;

const POSITION =
  /^(?:yes,? )?(?:please )?(?:make )?(?:the |number )?(?:(?<first>first|1st|1|oldest)|(?<second>second|2nd|2)|(?<third>third|3rd|3)|(?<last>last|newest|latest))(?: (?:one|card))?[ .!]*$/i;

/**
 * Returns which card words such as "the second one" mean, as an index in the list of `whichMessage`. Returns -1 if the words name no
 * position.
 */
function positionIn(words: string, count: number): number {
  const { first, second, third, last } = POSITION.exec(words)?.groups ?? {};
  if (last) return count - 1;
  return first ? 0 : second ? 1 : third ? 2 : -1;
}

const ALL =
  /^(?:yes,? )?(?:make )?(?:(?<two>both)|all)(?: of them| cards| (?:(?<pair>two)|(?<three>three)|(?<four>four)))?(?: please)?[ .!]*$/i;

/** Returns how many cards words such as "both" or "all" mean; undefined if they mean something else. */
function countIn(words: string, count: number): number | undefined {
  const { two, pair, three, four } = ALL.exec(words)?.groups ?? {};
  if (two || pair) return 2;
  if (three) return 3;
  return four ? 4 : ALL.test(words) ? count : undefined;
}

/** Matches words that name a card by its topic or its format: "the flea market one", "the web page". */
const NAMED =
  /^(?:yes,? )?(?:please )?(?:make )?the (?:one (?:about|on|for|with) (?:the |our )?)?(?<name>[^.,;:!?]{3,60}?)(?: (?:one|card))?[ .!]*$/i;

/**
 * Returns the open cards that words such as "both" or "the second one" mean; 'unclear' if there are three cards and the words are "both".
 * Words of a card's topic ("the flea market one") count only if Deckhand has asked which card is meant.
 */
async function chosenCards(
  said: string,
  { cards, asked }: { cards: OpenCard[]; asked?: string[] | undefined },
  sentence: Sentence,
  slack: SlackContext,
): Promise<OpenCard[] | 'unclear'> {
  const words = withoutCourtesy(said.trim());
  const count = countIn(words, cards.length);
  if (count !== undefined) return count === cards.length ? cards : 'unclear';
  // A position means a card of the list that was shown, even if other cards of this list have been answered since.
  const listed = asked
    ? asked.map((proposal) => cards.find((card) => card.proposal === proposal) ?? { proposal })
    : cards;
  const position = positionIn(words, listed.length);
  if (position >= 0) return listed.slice(position, position + 1);
  const name = asked && NAMED.exec(words)?.groups?.name?.toLowerCase();
  if (!name) return [];
  const open = await withAsks(cards, sentence, slack);
  // Whole words, so that "the best" does not mean a card about bestsellers.
  const ofTopic = open.filter(({ ask }) => wordsIn(ask.prompt).includes(wordsIn(name)));
  const named = ofTopic.length > 0 ? ofTopic : open.filter(({ ask }) => ask.format === formatOf(name));
  return named.length === 1 ? named.map(({ card }) => card) : [];
}

/** Returns the words of a text in lower case, with a space before and after each. */
function wordsIn(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}

async function withAsks(cards: OpenCard[], { actor }: Sentence, slack: SlackContext) {
  const found = await Promise.all(
    cards.map(async (card) => ({ card, ask: await slack.proposals.find(actor, card.proposal) })),
  );
  return found.flatMap(({ card, ask }) => (ask ? [{ card, ask }] : []));
}

/** Answers with the list of open cards, so that the person can choose a card. */
async function ask(cards: OpenCard[], sentence: Sentence, slack: SlackContext): Promise<void> {
  const found = await withAsks(cards, sentence, slack);
  const open = found.map(({ card: { proposal }, ask }) => ({ proposal, ask }));
  const isForPerson = await Promise.all(open.map(({ ask }) => isForPersonByDefault(ask, sentence, slack)));
  await sentence.answer(
    whichMessage(open.map((one, at) => ({ ...one, isForPerson: isForPerson[at] === true }))),
  );
  const listed = open.map(({ proposal }) => proposal);
  await slack.openCards.markAsked(sentence.actor, placeOf(sentence), listed);
}

async function accept({ proposal, ts }: OpenCard, sentence: Sentence, slack: SlackContext): Promise<void> {
  const accepted = await acceptProposal(sentence, proposal, slack, async (ask) =>
    (await isForPersonByDefault(ask, sentence, slack)) ? forPerson(ask) : ask,
  );
  if (accepted === 'taken') return;
  if (accepted === 'gone') await sentence.answer(plainMessage(GONE));
  else if ('problem' in accepted) await sentence.answer(accepted.problem);
  else if (ts) await sentence.remove?.(ts);
}

/** Discards a card's proposal and deletes the card. @returns false if the card was answered before */
async function drop({ proposal, ts }: OpenCard, sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const isDropped = await slack.proposals.discard(sentence.actor, proposal);
  if (isDropped && ts) await sentence.remove?.(ts);
  return isDropped;
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
  const admission = await admitAsk(amended, 'later', slack);
  const after = withOutline(amended, admission);
  const blocked = await blockedAnswer(admission, after, sentence, slack);
  if (!blocked) return replaceCard(card, { before, after, notes: wanted.notes }, sentence, slack);
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
  if (before && after) return replaceCard(card, { before, after, notes: [] }, sentence, slack);
  await sentence.answer(plainMessage('There is nothing to undo on this card. Say what should be different.'));
  return true;
}

/** Maximum length of a prompt that is stored for "undo", in characters. */
const MOST_TO_UNDO = 5_000;

/**
 * Replaces a card by a card for the ask `after`, below the person's sentence. If the old card is ephemeral, it cannot be deleted. In that
 * case the new card has a new proposal, and the buttons of the old card stop working.
 * @returns false if the card was answered in the meantime
 */
async function replaceCard(
  { proposal, ts }: OpenCard,
  { before, after, notes }: { before: Ask; after: Ask; notes: string[] },
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const { actor, id: origin } = sentence;
  const isKept = ts !== undefined && sentence.remove !== undefined;
  const isOpen = isKept
    ? await slack.proposals.amend(actor, proposal, () => after)
    : await slack.proposals.discard(actor, proposal);
  if (!isOpen) return false;
  const successor = isKept ? proposal : await slack.proposals.save(after, { origin });
  const newTs = await sentence.answer(await cardOf(after, successor, { notes }, sentence, slack));
  if (isKept) await sentence.remove?.(ts);
  await slack.openCards.add(actor, placeOf(sentence), {
    proposal: successor,
    ts: newTs,
    former: before.prompt.length <= MOST_TO_UNDO ? before : undefined,
  });
  return true;
}

/** Returns the source if the sentence names a period, and the destination if the sentence names one. */
export function placesOf(
  { source: before }: Ask,
  wanted: Wanted,
  sentence: Sentence,
): Partial<Pick<Ask, 'source' | 'destination'>> {
  const isElsewhere = wanted.target !== undefined || wanted.isForPerson;
  const source = sourceOf(wanted, sentence);
  // "Sorry, I meant #revenue" keeps the period of the card.
  const days =
    wanted.isUsualPeriod && before.kind === 'channel' ? { since: before.since, until: before.until } : {};
  return {
    ...(wanted.days && { source: { ...source, ...days } }),
    ...(isElsewhere && { destination: destinationOf(wanted, sentence) }),
  };
}

/** Handles a command such as `/deck ten slides on our spring launch`: shows the card of a proposal, as for any sentence. */
export async function proposeFromCommand(
  { actor, client, command, respond }: Command,
  slack: SlackContext,
  words: string,
): Promise<void> {
  const { channel_id: channel } = command;
  const sentence: Sentence = {
    actor,
    client,
    text: words,
    channel,
    isDirect: !isChannel(channel),
    isCommand: true,
    place: { channel },
    async answer(message) {
      await respond({ response_type: 'ephemeral', ...message });
      return undefined;
    },
  };
  if (!(await answerOpenCard(sentence, slack))) await answerSentence(sentence, slack);
}
