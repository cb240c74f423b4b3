import type { OpenCard } from '../../../asks/proposals.ts';
import type { Ask } from '../../../asks/schema.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { plainMessage } from '../../kit/blocks/parts.ts';
import { isChangeable } from '../../kit/change/document-change.ts';
import { titleOf } from '../../kit/copy/generation-phrases.ts';
import { documentName } from '../document-name.ts';
import { whichDocument } from '../document-orders.ts';
import { SEARCHED } from '../document-questions.ts';
import { isOther, MEANT, NAME_ALONE } from '../name-words.ts';
import { placeOf } from '../place.ts';
import { proposeChangeOf } from '../propose-change.ts';
import type { Sentence } from '../sentence.ts';
import { carryOut } from './decide-card.ts';
import { isNameOf, withAsks } from './which-card.ts';

/** Moves an open change to the document that was meant, or proposes it for a second one. */

/** Matches a second document for the same change: "and the price list too". */
const TOO =
  /^(?:and |also |the same (?:for|in|with) )+(?:the|my|our|das|die|den|le|la) deck(?: one)?(?:,? (?:too|as well|please|pls|auch))*[.! ]*$/iu;

/**
 * Proposes an open change of another document, if a sentence says that this one was meant, or that it is meant too.
 * @returns false for other sentences
 */
export async function changeOtherDocument(
  cards: OpenCard[],
  open: Ask,
  words: string,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const [card] = cards.slice(-1);
  if (!card || open.work.kind !== 'edit') return false;
  const { docId } = open.work.document;
  const { actor } = sentence;
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  const said = words.replace(MEANT, '');
  if (said !== words && isOther(said)) {
    await sentence.answer(await whichDocument(sentence, slack));
    return true;
  }
  const name = documentName(said, recent);
  const { document, plain = '' } = name ?? {};
  const instead = said !== words ? NAME_ALONE.exec(plain) : null;
  if (!name || !document || !(instead || TOO.test(plain))) return false;
  const asks = await withAsks(cards, sentence, slack);
  if (asks.some(({ ask }) => isNameOf(name, ask))) return false;
  if (document.docId === docId) return false;
  if (!isChangeable(document)) {
    await sentence.answer(plainMessage(`I can’t change “${titleOf(document)}” now. The card is as before.`));
    return true;
  }
  const change = [open.prompt, instead?.groups?.rest].filter(Boolean).join('; ');
  if (!(await proposeChangeOf(document, change, sentence, slack))) return false;
  // A change that is not allowed got no card.
  const { cards: now } = await slack.openCards.of(actor, placeOf(sentence));
  if (instead && now.at(-1)?.proposal !== card.proposal) await carryOut('forget', [card], sentence, slack);
  return true;
}
