import { amend, isAmendment } from '../../asks/mention/amend.ts';
import { withoutCourtesy } from '../../asks/mention/flat-text.ts';
import type { OpenCard } from '../../asks/proposals.ts';
import type { Ask } from '../../asks/schema.ts';
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
 * Answers a sentence that is about an open proposal card: "yes" accepts the proposal, "no" discards it, and "in German, eight slides"
 * changes it.
 * @returns false if no card is open, or the sentence is not about a card
 */
export async function answerOpenCard(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { cards } = await slack.openCards.of(sentence.actor, placeOf(sentence));
  const [newest] = cards;
  if (!newest) return false;
  // While a card is open, a sentence can change it even without a verb, so it is read as if it were in a direct message.
  const text = sentence.text.replace(POLITE_QUESTION, '$<order>').replace(CORRECTED, '');
  const open = (await slack.proposals.find(sentence.actor, newest.proposal)) ?? undefined;
  const read = await readSentence({ ...sentence, text }, slack, 'direct', open);
  const chosen = cards.length > 1 ? cards[positionIn(read.words, cards.length)] : undefined;
  if (chosen) {
    await accept(chosen, sentence, slack);
    return true;
  }
  if ('wanted' in read) return change(newest, open, read, sentence, slack);
  if (read.talk === 'remark') {
    await sentence.answer(plainMessage('Say *yes* and I’ll make it, or tell me what to change.'));
    return true;
  }
  if (read.talk !== 'yes' && read.talk !== 'no' && read.talk !== 'stop') return false;
  if (cards.length > 1) await ask(cards, sentence, slack);
  else if (read.talk === 'yes') await accept(newest, sentence, slack);
  else await discard(newest, sentence, slack);
  return true;
}

/** Matches a polite question such as "Can you add our prices?" While a card is open, it is an order. */
const POLITE_QUESTION =
  /^\s*(?:(?:can|could|would|will) you|shall we|can we|could we)(?: please| also| maybe| just| say)* (?<order>[^?]+)\?\s*$/i;

/** Matches "Not PDF, " in "Not PDF, PowerPoint". It is removed before the sentence is read. */
const CORRECTED = /^\s*(?:no,? )?not (?:as |in |for )?[\p{L} ]{1,20}, (?:but )?(?=\S)/iu;

const POSITION =
  /^(?:yes,? )?(?:please )?(?:make )?(?:the |number )?(?:(?<first>first|1st|1|newest|latest)|(?<second>second|2nd|2)|(?<third>third|3rd|3)|(?<last>last|oldest))(?: (?:one|card))?[ .!]*$/i;

/**
 * Returns which card words such as "the second one" mean, as an index in the list of `whichMessage`. Returns -1 if the words name no
 * position.
 */
function positionIn(words: string, count: number): number {
  const { first, second, third, last } = POSITION.exec(withoutCourtesy(words.trim()))?.groups ?? {};
  if (last) return count - 1;
  return first ? 0 : second ? 1 : third ? 2 : -1;
}

/** Answers with the list of open cards, so that the person can choose a card. */
async function ask(cards: OpenCard[], sentence: Sentence, slack: SlackContext): Promise<void> {
  const found = await Promise.all(
    cards.map(async ({ proposal }) => ({
      proposal,
      ask: await slack.proposals.find(sentence.actor, proposal),
    })),
  );
  const open = found.flatMap(({ proposal, ask }) => (ask ? [{ proposal, ask }] : []));
  const isForPerson = await Promise.all(open.map(({ ask }) => isForPersonByDefault(ask, sentence, slack)));
  await sentence.answer(
    whichMessage(open.map((one, at) => ({ ...one, isForPerson: isForPerson[at] === true }))),
  );
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

async function discard({ proposal, ts }: OpenCard, sentence: Sentence, slack: SlackContext): Promise<void> {
  if (!(await slack.proposals.discard(sentence.actor, proposal))) return;
  if (ts) await sentence.remove?.(ts);
  await sentence.answer(plainMessage('OK, not made. Nothing was spent.'));
}

/**
 * Changes the ask of a card. An ephemeral card cannot be updated. In that case a new card with a new proposal is shown, and the buttons of
 * the old card stop working.
 */
async function change(
  { proposal, ts }: OpenCard,
  before: Ask | undefined,
  { words, wanted }: { words: string; wanted: Wanted },
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const { actor, id: origin } = sentence;
  if (!before || before.work.kind === 'edit' || !isAmendment(words, wanted)) return false;
  const amended = { ...amend(before, words, wanted), ...placesOf(wanted, sentence) };
  const admission = await admitAsk(amended, 'later', slack);
  const after = withOutline(amended, admission);
  const blocked = await blockedAnswer(admission, after, sentence, slack);
  if (blocked) {
    await sentence.answer(blocked);
    return true;
  }
  const card = (id: string) => cardOf(after, id, wanted, sentence, slack);
  if (ts && sentence.update) {
    if (!(await slack.proposals.amend(actor, proposal, () => after))) return false;
    await sentence.update(ts, await card(proposal));
    return true;
  }
  if (!(await slack.proposals.discard(actor, proposal))) return false;
  const successor = await slack.proposals.save(after, { origin });
  await sentence.answer(await card(successor));
  await slack.openCards.add(actor, placeOf(sentence), { proposal: successor });
  return true;
}

/** Returns the source and the destination, each only if the sentence names it. */
function placesOf(wanted: Wanted, sentence: Sentence): Partial<Pick<Ask, 'source' | 'destination'>> {
  const isElsewhere = wanted.target !== undefined || wanted.isForPerson;
  return {
    ...(wanted.days && { source: sourceOf(wanted, sentence) }),
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
