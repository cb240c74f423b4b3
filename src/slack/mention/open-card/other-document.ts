import { NOUN } from '../../../asks/mention/find-ask.ts';
import { PART } from '../../../asks/mention/find-edit.ts';
import type { OpenCard } from '../../../asks/proposals.ts';
import type { Ask } from '../../../asks/schema.ts';
import type { SlackContext } from '../../bolt/context.ts';
import { plainMessage } from '../../kit/blocks/parts.ts';
import { isChangeable } from '../../kit/change/document-change.ts';
import { titleOf } from '../../kit/copy/generation-phrases.ts';
import { searchedWords, titledMost } from '../document-name.ts';
import { SEARCHED } from '../document-questions.ts';
import { proposeChangeOf } from '../propose-change.ts';
import type { Sentence } from '../sentence.ts';
import { carryOut } from './decide-card.ts';
import { hasWord, withAsks } from './which-card.ts';

/** Moves an open change to the document that was meant. */

/** Matches a correction of the document that is changed: "no, I meant the Svalbard one. And in German". */
const OTHER_DOCUMENT = new RegExp(
  `^(?:(?:no|oh|sorry|wait|not (?:that|this)(?: one)?)[ ,.!]+)*(?:i (?:mean|meant) (?:in |for |of )?(?:the|my|our) (?<meant>[^,.;:?!]{2,60}?)(?: (?:one|${NOUN}))?|(?<=[ ,.!])(?:the|my|our) (?<name>[^,.;:?!]{2,60}?) (?:one|${NOUN}))(?:[.,;] (?:and )?(?<rest>.{3,200}))?[.! ]*$`,
  'iu',
);

const HAS_PART = new RegExp(`\\b(?:${PART})\\b`, 'i');

/** Proposes an open change of another document, if a sentence says that this one was meant. @returns false for other sentences */
export async function changeOtherDocument(
  cards: OpenCard[],
  open: Ask,
  words: string,
  sentence: Sentence,
  slack: SlackContext,
): Promise<boolean> {
  const { meant, name = meant, rest } = OTHER_DOCUMENT.exec(words)?.groups ?? {};
  const [card] = cards.slice(-1);
  if (!card || !name || HAS_PART.test(name) || open.work.kind !== 'edit') return false;
  const { docId } = open.work.document;
  const { actor } = sentence;
  const titleWords = searchedWords(name);
  const asks = await withAsks(cards, sentence, slack);
  if (
    asks.some(({ ask }) => ask.work.kind !== 'edit' && titleWords.some((word) => hasWord(ask.prompt, word)))
  )
    return false;
  const recent = await slack.generations.recent(actor.team, actor.person, SEARCHED);
  const document = titledMost(recent, titleWords);
  if (!document) return false;
  // Handled again after a crash, the new card is there already.
  if (document.docId === docId) return sentence.isAgain === true;
  if (!isChangeable(document)) {
    await sentence.answer(plainMessage(`I can’t change “${titleOf(document)}” now. The card is as before.`));
    return true;
  }
  const change = [open.prompt, rest].filter(Boolean).join('; ');
  if (!(await proposeChangeOf(document, change, sentence, slack))) return false;
  await carryOut('forget', [card], sentence, slack);
  return true;
}
