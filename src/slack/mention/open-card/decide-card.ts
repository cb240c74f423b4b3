import { cardOrderIn } from '../../../asks/mention/topic-model.ts';
import type { Decision, OpenCard } from '../../../asks/proposals.ts';
import type { Ask } from '../../../asks/schema.ts';
import { splitPrompt } from '../../../asks/wishes.ts';
import type { Generation } from '../../../generations/generation.ts';
import { listOf } from '../../../text.ts';
import { replaceOriginalMessage } from '../../bolt/answers/response-url.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { acceptedLinkText, appearsAt } from '../../kit/accepted/where-result-appears.ts';
import { plainMessage } from '../../kit/blocks/parts.ts';
import { escaped, oneLine } from '../../kit/blocks/text.ts';
import { GONE } from '../../kit/gone-card.ts';
import { placeOf } from '../place.ts';
import { acceptProposal, forPerson } from '../proposal.ts';
import { isForPersonByDefault } from '../read-sentence.ts';
import type { Sentence } from '../sentence.ts';
import { removeCardList } from './card-list.ts';
import { withAsks } from './which-card.ts';

/** Makes or drops open cards. */

/** Accepts or discards cards, after storing this decision. @returns false if the rest of the sentence is a new request */
export async function decide(
  does: Decision['does'],
  cards: OpenCard[],
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const proposals = cards.map(({ proposal }) => proposal);
  if (sentence.id) await slack.openCards.decide(sentence.actor, sentence.id, { does, proposals });
  return carryOut(does, cards, sentence, slack);
}

export async function carryOut(
  does: Decision['does'],
  cards: OpenCard[],
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  await removeCardList(sentence, slack);
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
    const next = cardOrderIn(sentence.text) === 'startOver' ? ' What should I make instead?' : '';
    await sentence.answer(
      plainMessage(`OK, not made. Nothing was spent.${next}${await stillOpen(cards, sentence, slack)}`),
    );
  }
  return does !== 'forget';
}

/** Returns the topic of a card in quotation marks. */
export const nameOfCard = (ask: Ask): string =>
  `“${escaped(oneLine(splitPrompt(ask).content) || 'a summary', 60)}”`;

/** Names the card that is still open after others were dropped; empty if there is none. */
async function stillOpen(dropped: OpenCard[], sentence: Sentence, slack: SlackContext): Promise<string> {
  const { cards } = await slack.openCards.of(sentence.actor, placeOf(sentence));
  const others = cards.filter(({ proposal }) => !dropped.some((card) => card.proposal === proposal));
  const [first, ...more] = await withAsks(others, sentence, slack);
  if (!first) return '';
  const names = [first, ...more].map(({ ask }) => nameOfCard(ask));
  if (more.length > 0) return ` ${listOf(names)} are still open. To drop them too, say *none*.`;
  return oneLine(splitPrompt(first.ask).content)
    ? ` ${names[0]} is still open.`
    : ' Another card is still open.';
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

/** Deletes a card. An ephemeral card can be deleted only through the `response_url` of a click on it. */
export async function removeCard(
  { proposal, ts }: OpenCard,
  sentence: Sentence,
  slack: SlackContext,
): Promise<void> {
  if (ts) await sentence.remove?.(ts);
  else await replaceOriginalMessage(sentence.actor, proposal, () => null, slack);
}

/** A clear yes: "ok, for me only" and "make it private" only change the card. */
const YES =
  '\\s*(?:(?:ok|okay|fine|good|great|perfect)[,.! ]+)*(?:(?:yes|yep|yeah|yup|sure|go|go ahead|do it|make it(?=[, ]+but)|ja|oui|s[ií])[,.! ]+(?:(?:please|but|and|make it|do it|bitte|aber|mais|pero)[,.! ]+)*)';
const ME =
  '(?:(?:just|only) (?:for|to) me|for me (?:only|alone)|for my eyes only|nur f[uü]r mich|(?:seulement|juste|que) pour moi|s[oó]lo para m[ií])';
/** Matches "yes, just for me", which accepts a card and sends the result only to the person. "Make it private" is no yes. */
export const YES_FOR_ME = new RegExp(
  `^(?:${YES}(?:${ME}|private(?:ly)?)|\\s*(?:(?:ok|okay|yes)[,.! ]+)?make it[,.! ]+${ME})(?:[, ]+(?:please|bitte))?[.!]*\\s*$`,
  'i',
);
/** Matches "yes for everyone here". It accepts a card only if the result goes to this channel anyway (`isYesForAll`). */
export const YES_FOR_ALL = new RegExp(
  `^${YES}(?:post it|(?:(?:post|put) it )?for (?:everyone|everybody|all|the (?:whole )?(?:team|channel))(?: here| in (?:the|this) channel)?|(?:(?:post|put) it )?(?:(?:in )?here|in (?:the|this) channel))(?:[, ]+please)?[.!]*\\s*$`,
  'i',
);
