import type { OpenCard } from '../../../asks/proposals.ts';
import type { Ask } from '../../../asks/schema.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { blockedAnswer } from '../../kit/check-ask.ts';
import { admitCard } from '../admit-card.ts';
import { placeOf } from '../place.ts';
import { changeCardOf } from '../propose-change.ts';
import { cardOf, keptForLimit, type Sentence } from '../sentence.ts';
import { askWhichCard } from './card-list.ts';

/** Shows an open card once more. */

/** Answers a mention without words: shows the open card again, or asks which of several cards is meant. */
export async function showAgain(
  cards: OpenCard[],
  { proposal }: OpenCard,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const open = await slack.proposals.find(sentence.actor, proposal);
  if (!open) return false;
  if (cards.length > 1) await askWhichCard(cards, sentence, slack);
  else await show(open, proposal, sentence, slack);
  return true;
}

async function show(
  open: Ask,
  proposal: string,
  sentence: Sentence,
  slack: SlackContext,
): Promise<string | undefined> {
  if (open.work.kind === 'edit')
    return sentence.answer(await changeCardOf(open, proposal, [], sentence, slack));
  // The person may have left the channel since, and the card says how much was written there.
  const admission = await admitCard(open, sentence, slack);
  const blocked = await blockedAnswer(admission, open, sentence, slack, { words: open.prompt });
  if (blocked) return sentence.answer(keptForLimit(blocked, open, admission, sentence) ?? blocked);
  return sentence.answer(await cardOf(open, proposal, { notes: [] }, sentence, slack));
}

/**
 * Answers a sentence that is handled again after a crash with the card that it got before. What is open or was made since would give it
 * another meaning: "yes. Slides on tea" would accept its own card.
 * @returns false if the sentence got no card before
 */
export async function answerAgain(sentence: Sentence, slack: SlackContext): Promise<boolean> {
  const { actor, id, isAgain } = sentence;
  if (!isAgain || !id) return false;
  // A change of a card is stored with its effect, which `answerOpenCard` repeats.
  if ((await slack.openCards.decisionOf(actor, id))?.changed) return false;
  const own = await slack.proposals.ofOrigin(actor, id);
  if (!own) return false;
  const { cards } = await slack.openCards.of(actor, placeOf(sentence));
  const isOpen = cards.some(({ proposal }) => proposal === own.id);
  // An ask that waits for the connection has a proposal, but no card.
  if (!isOpen && (await admitCard(own.ask, sentence, slack)).blockers.length > 0) return false;
  const ts = await show(own.ask, own.id, sentence, slack);
  if (!isOpen) await slack.openCards.add(actor, placeOf(sentence), { proposal: own.id, ts });
  return true;
}
