import type { OpenCard } from '../../../asks/proposals.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { addressIn, whichMessage } from '../cards.ts';
import { placeOf } from '../place.ts';
import { isForPersonByDefault } from '../read-sentence.ts';
import { expectedFor, type Sentence } from '../sentence.ts';
import { withAsks } from './which-card.ts';

/** The list of open cards, which asks the person for one of them. */

/** Answers with the list of open cards, so that the person can choose a card. */
export async function askWhichCard(
  cards: OpenCard[],
  sentence: Sentence,
  slack: SlackContext,
): Promise<void> {
  const found = await withAsks(cards, sentence, slack);
  const open = found.map(({ card: { proposal }, ask }) => ({ proposal, ask }));
  const rows = open.map(async (one) => ({
    ...one,
    isForPerson: await isForPersonByDefault(one.ask, sentence, slack),
    credits: (await expectedFor(one.ask, slack)).credits,
  }));
  const message = whichMessage(await Promise.all(rows), addressIn(sentence));
  await removeCardList(sentence, slack);
  const ts = await sentence.answer(message);
  const listed = open.map(({ proposal }) => proposal);
  await slack.openCards.markAsked(sentence.actor, placeOf(sentence), listed, sentence.id, ts);
}

/** Deletes the list of open cards, because the person has answered it, or it is shown again. Its order stays known for "the second". */
export async function removeCardList(sentence: Sentence, { openCards, log }: SlackContext): Promise<void> {
  const { asked, askedBy, askedTs } = await openCards.of(sentence.actor, placeOf(sentence));
  if (!asked || !askedTs) return;
  await openCards.markAsked(sentence.actor, placeOf(sentence), asked, askedBy);
  // A click in the list has deleted it already.
  await sentence.remove?.(askedTs).catch((err) => log.info({ err }, 'A list of cards could not be deleted'));
}
