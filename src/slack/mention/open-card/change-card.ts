import { amend, changesIn, isAmendment, withCorrectedWord } from '../../../asks/mention/amend.ts';
import { findCorrection } from '../../../asks/mention/find-edit.ts';
import { sizeAtStart, sizeWithin } from '../../../asks/mention/picture.ts';
import type { Talk } from '../../../asks/mention/talk.ts';
import { cardOrderIn } from '../../../asks/mention/topic-model.ts';
import { isPlainTalk } from '../../../asks/mention/understand.ts';
import type { Decision, OpenCard } from '../../../asks/proposals.ts';
import { type Ask, askSchema } from '../../../asks/schema.ts';
import { wishesAfter } from '../../../asks/wishes.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { isPresentation } from '../../kit/ask-fields/fields.ts';
import { type Message, plainMessage } from '../../kit/blocks/parts.ts';
import { asProposed, blockedAnswer } from '../../kit/check-ask.ts';
import { admitCard } from '../admit-card.ts';
import { addressIn } from '../cards.ts';
import { notForCardButton } from '../other-meaning.ts';
import { placeOf } from '../place.ts';
import { changeCardOf } from '../propose-change.ts';
import { destinationOf, type Read, readSentence, sourceOf, type Wanted } from '../read-sentence.ts';
import { withRuleForms } from '../rule-forms.ts';
import { cardOf, joinsNotes, keptForLimit, privacyNotes, type Sentence } from '../sentence.ts';
import { removeCardList } from './card-list.ts';
import { removeCard } from './decide-card.ts';
import { addedTo, changedText, UNCHANGED } from './what-changed.ts';

/** Changes an open card as a sentence says, and takes the last change back. */

/**
 * Returns the words that a sentence adds to the card of a change, such as "and swap slide 2 and 3"; undefined for talk or a new request.
 */
export function addedInstruction(read: Read): string | undefined {
  const { words } = read;
  if ('talk' in read && ANSWERS.has(read.talk)) return undefined;
  const correction = findCorrection(words, true);
  if (correction || 'talk' in read) return correction;
  const { wanted } = read;
  const isNew = wanted.isComplete || wanted.choices.format !== undefined;
  return !isNew && isAmendment(words, wanted) ? words : undefined;
}

/** Kinds of talk that answer a card, in any language: "ja bitte". */
const ANSWERS: ReadonlySet<Talk> = new Set(['yes', 'no', 'stop', 'undo', 'thanks', 'help', 'chat']);
/** Matches another change in place of the proposed one: "no, rather change the colours". */
const RATHER = /^(?:no|nein|non)[, ]+(?:(?:rather|lieber|plut[oô]t|better|instead)[, ]+)(?=\S)/i;

/** Adds an instruction to the card for a change of a document, or replaces it. */
export function addToChange(
  card: OpenCard,
  before: Ask,
  instruction: string,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const isOther = RATHER.test(instruction);
  const prompt = isOther ? instruction.replace(RATHER, '') : `${before.prompt}\n${instruction}`;
  const after = { ...before, prompt };
  const notes = [changedText(before, after, undoIn(before, sentence))];
  return replaceCard(card, { before, after, notes }, sentence, slack);
}

/** Returns how the person takes back the last change, as mrkdwn; undefined if the ask before the change is not kept. */
function undoIn({ prompt }: Ask, sentence: Sentence): string | undefined {
  const address = addressIn(sentence);
  if (prompt.length > MOST_TO_UNDO) return undefined;
  return address ? `\`${address} undo\`` : '*undo*';
}

const NO_NOTES =
  'I can’t write speaker notes. I can read those of a PowerPoint file that you attach. The card is as before.';

/** Adds the speaker notes of the attached presentations to the ask. If the ask has none, says so. */
export async function addNotes(
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

/**
 * Changes the ask of a card, as the sentence requests.
 * @param isMeant true if the person said that the sentence is for this card
 * @returns false if the sentence requests no change of the card
 */
export async function changeCard(
  card: OpenCard,
  before: Ask | undefined,
  read: { words: string; wanted: Wanted },
  sentence: Sentence,
  slack: SlackContext,
  isMeant = false,
): Promise<boolean> {
  const { words } = read;
  const wanted = withoutRefused(read.wanted);
  if (!before || before.work.kind === 'edit') return false;
  if (before.work.kind === 'image' && !isMeant && POST_ABOUT.test(words)) return false;
  const isOfPicture =
    before.work.kind === 'image' &&
    !wanted.choices.format &&
    (sizeAtStart(words) ?? sizeWithin(words)) !== undefined;
  const isOfDays =
    before.source.kind === 'channel' && wanted.days && !wanted.isUsualPeriod && !wanted.isComplete;
  if (!isMeant && !isOfPicture && !isOfDays && !isAmendment(sentence.text, wanted)) return false;
  const said =
    wanted.target && /^(?:too|also|as well)$/i.test(wanted.prompt) ? { ...wanted, prompt: '' } : wanted;
  const amended = { ...amend(before, words, said), ...placesOf(before, wanted, sentence) };
  const isAlso =
    /^(?:too|also|as well)?$/i.test(wanted.prompt) && /\b(?:too|also|as well)\b/i.test(sentence.text);
  const place = wanted.target && isAlso ? [ONE_PLACE] : [];
  const isOtherFile = before.exportAs && amended.exportAs && amended.exportAs !== before.exportAs;
  const one = isOtherFile && /\b(?:also|too|as well)\b/i.test(sentence.text) ? [ONE_FILE] : [];
  const isPlain =
    isPlainTalk(wanted) &&
    wanted.target === undefined &&
    amended.prompt !== before.prompt &&
    before.prompt !== '';
  return changeTo(amended, card, before, [...wanted.notes, ...one, ...place], sentence, slack, isPlain);
}

/** Matches a post with a topic of its own, which is no part of a picture. */
const POST_ABOUT = /\b(?:instagram|linkedin|facebook|social|twitter) post (?:about|on|for) /i;

/** Returns true if words of a sentence would be added to the text of a card, because no rule understood them. */
export function addsText(ask: Ask, { words, wanted }: { words: string; wanted: Wanted }): boolean {
  return amend(ask, words, wanted).prompt !== ask.prompt;
}

/**
 * Applies several changes in one sentence, one after the other: "8 slides is enough, and mention the warranty. In German".
 * @returns undefined for one change, for a new request, and if no change is more than a wish
 */
export async function changedInParts(
  words: string,
  before: Ask,
  sentence: Sentence,
  slack: SlackContext,
): Promise<{ ask: Ask; notes: string[] } | undefined> {
  const parts = changesIn(words);
  if (parts.length < 2 || before.work.kind !== 'document') return undefined;
  let ask = before;
  let isMore = false;
  const notes: string[] = [];
  for (const [index, text] of parts.entries()) {
    const corrected = withCorrectedWord(ask, text);
    const read = corrected ? undefined : await readSentence({ ...sentence, text }, slack, 'direct', ask);
    if (read && 'talk' in read) {
      if (index === 0 || !(SMALL_TALK.has(read.talk) || read.talk === 'remark')) return undefined;
      // "I forgot the warranty card" is a remark by itself, and a wish behind a change.
      const prompt = `${ask.prompt}\n${text}`;
      if (read.talk === 'remark') ask = { ...ask, prompt, wishes: wishesAfter(ask, prompt) };
      continue;
    }
    if (read && (read.wanted.isComplete || read.wanted.closed || read.wanted.target)) return undefined;
    if (read && index === 0 && !isAmendment(read.words, read.wanted)) return undefined;
    isMore ||= corrected !== undefined || (read !== undefined && !isPlainTalk(read.wanted));
    const next =
      corrected ??
      (read
        ? { ...amend(ask, read.words, withoutRefused(read.wanted)), ...placesOf(ask, read.wanted, sentence) }
        : ask);
    isMore ||= next.slides !== ask.slides;
    ask = next;
    notes.push(...(read?.wanted.notes ?? []));
  }
  return isMore ? { ask, notes } : undefined;
}

const SMALL_TALK: ReadonlySet<Talk> = new Set(['thanks', 'chat', 'greeting']);

/** Matches words that say nothing without the name of a theme or a kind of file. */
const NOTHING = /^(?:use|using|with|the|our|my|an?|and|in|as|to|theme|template|file|please|it)$/i;

/** Returns the request without its words if the notes refuse all of them: "use the corporate theme", if no theme has this name. */
function withoutRefused(wanted: Wanted): Wanted {
  const refused = wanted.notes.join(' ').toLowerCase();
  const words = wanted.prompt.match(/[\p{L}\p{N}]+/gu) ?? [];
  const isRefused =
    refused && words.every((word) => NOTHING.test(word) || refused.includes(word.toLowerCase()));
  return isRefused ? { ...wanted, prompt: '' } : wanted;
}

const ONE_PLACE = 'The result is posted in one place. You can share it to others afterwards.';
const ONE_FILE = 'One file comes with it. *Export* on the result makes the other.';

/**
 * Checks a changed ask, and shows its card, which says what has changed.
 * @param isPlain true if the sentence has only words that no rule understood
 * @returns false if the sentence is not about the card
 */
export async function changeTo(
  amended: Ask,
  card: OpenCard,
  before: Ask,
  said: string[],
  sentence: Sentence,
  slack: SlackContext,
  isPlain = false,
): Promise<boolean> {
  const admission = await admitCard(amended, sentence, slack);
  const after = asProposed(amended, admission);
  const blocked = await blockedAnswer(admission, after, sentence, slack, { kept: { origin: undefined } });
  // A refused card takes only choices such as fewer slides. Other sentences are probably about something else.
  if (blocked && isPlain) return false;
  const changed = changedText(before, after, undoIn(before, sentence));
  const isRefused = said.length > 0 && changed === UNCHANGED;
  // "Make it confidential" may mean more than a result that only its author sees in Slack.
  const isForMe = changed === UNCHANGED && cardOrderIn(sentence.text) === 'onlyMe';
  const privacy = await privacyNotes(after, admission, sentence.text, sentence, slack, isForMe);
  // Without a change, the note about the link is the whole answer.
  const isOnlyNote = isRefused || (changed === UNCHANGED && privacy.length > 0);
  const notes = [...(isOnlyNote ? [] : [changed]), ...said, ...joinsNotes(after, admission), ...privacy];
  const kept = blocked && keptForLimit(blocked, after, admission, sentence);
  if (!blocked || kept) return replaceCard(card, { before, after, notes }, sentence, slack, kept);
  await sentence.answer(blocked);
  return true;
}

/** Returns the ask of a card before its last change; undefined if it is not kept. */
export const beforeLast = ({ former }: OpenCard): Ask | undefined => askSchema.safeParse(former?.at(-1)).data;

export async function undoChange(
  card: OpenCard,
  before: Ask | undefined,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const after = beforeLast(card);
  if (before && after) {
    const notes = [UNDONE, changedText(before, after, undefined)];
    return replaceCard(card, { before, after, notes }, sentence, slack);
  }
  await sentence.answer(
    plainMessage('There is nothing to undo on this card. Say what should be different, or *no* to drop it.'),
  );
  return true;
}

/** Says on a changed card that the old one, which Slack does not let Deckhand delete, no longer counts. */
const REPLACES = 'This replaces the card above.';

const UNDONE = 'This is as before your last change.';

/** Maximum length of a prompt that is stored for "undo", in characters. */
const MOST_TO_UNDO = 5_000;
/** Maximum number of changes that can be taken back. */
const MOST_STEPS = 5;

/**
 * Posts a card for the changed ask, `after`, and deletes the old card. An ephemeral card cannot be deleted, so its proposal is discarded,
 * and the new card gets a new proposal.
 * @param instead the message to post instead of the card, if the changed ask exceeds a limit
 * @returns false if the old card was answered in the meantime
 */
export async function replaceCard(
  card: OpenCard,
  changed: NonNullable<Decision['changed']>,
  sentence: Sentence,
  slack: SlackContext,
  instead?: Message,
): Promise<boolean> {
  const { actor, id } = sentence;
  await removeCardList(sentence, slack);
  const decision: Decision = { does: 'change', proposals: [card.proposal], changed };
  if (id) await slack.openCards.decide(actor, id, decision);
  return showChanged(card, changed, sentence, slack, instead);
}

/** Carries out `replaceCard`, also if the sentence is handled again after a crash. */
export async function showChanged(
  { proposal, ts, since, former = [] }: OpenCard,
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
  const also = sentence.also ? [sentence.also] : [];
  const said = isKept ? [...notes, ...also] : [...notes, ...also, REPLACES];
  const kept = notes.includes(UNDONE)
    ? former.slice(0, -1)
    : [...former, ...(before.prompt.length <= MOST_TO_UNDO ? [before] : [])].slice(-MOST_STEPS);
  const isAdded = addedTo(before, after) !== undefined && kept.at(-1) === before;
  const other = isAdded ? notForCardButton(sentence, successor, kept.length) : undefined;
  const card =
    instead ??
    (after.work.kind === 'edit'
      ? await changeCardOf(after, successor, said, sentence, slack, other)
      : await cardOf(after, successor, { notes: said, other }, sentence, slack));
  const newTs = await sentence.answer(isAdded ? await withRuleForms(card, sentence, slack) : card);
  if (isKept && newTs !== ts) await sentence.remove?.(ts);
  await slack.openCards.add(actor, placeOf(sentence), {
    proposal: successor,
    ts: newTs,
    since,
    former: kept,
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
