import type { OpenCard } from '../../../asks/proposals.ts';
import type { Ask } from '../../../asks/schema.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { plainMessage } from '../../kit/blocks/parts.ts';
import { isChangeable } from '../../kit/change/document-change.ts';
import { titleOf } from '../../kit/copy/generation-phrases.ts';
import { documentName } from '../document-name.ts';
import { SEARCHED } from '../document-questions.ts';
import { proposeChangeOf } from '../propose-change.ts';
import type { Sentence } from '../sentence.ts';
import { carryOut } from './decide-card.ts';
import { isNameOf, withAsks } from './which-card.ts';

/** Moves an open change to the document that was meant, or proposes it for a second one. */

/** Matches the words before the document that was meant: "no, I meant …", "not that one, …". */
const MEANT =
  /^(?:(?:no|oh|sorry|wait|rather|not (?:that|this)(?: one)?|i (?:mean|meant)(?: (?:in|for|of))?|it was)[ ,.!]+)+(?=\S)/iu;
/** Matches the name alone, in a sentence with "the deck" in place of it: "the deck one. And in German". */
const ALONE =
  /^(?:in |for |of )?(?:the|my|our|das|die|den|le|la) deck(?: one)?(?:[.,;] (?:and )?(?<rest>.{3,200}))?[.! ]*$/iu;
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
  const name = documentName(said, recent);
  const { document, plain = '' } = name ?? {};
  const instead = said !== words ? ALONE.exec(plain) : null;
  if (!name || !document || !(instead || TOO.test(plain))) return false;
  const asks = await withAsks(cards, sentence, slack);
  if (asks.some(({ ask }) => isNameOf(name, ask))) return false;
  // Handled again after a crash, the new card is there already.
  if (document.docId === docId) return sentence.isAgain === true;
  if (!isChangeable(document)) {
    await sentence.answer(plainMessage(`I can’t change “${titleOf(document)}” now. The card is as before.`));
    return true;
  }
  const change = [open.prompt, instead?.groups?.rest].filter(Boolean).join('; ');
  if (!(await proposeChangeOf(document, change, sentence, slack))) return false;
  if (instead) await carryOut('forget', [card], sentence, slack);
  return true;
}
