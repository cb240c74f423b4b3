import { placeIn } from '../../asks/mention/card-orders.ts';
import { languageNamed } from '../../asks/mention/choices.ts';
import { findAsk, findIndirectAsk } from '../../asks/mention/find-ask.ts';
import { findEdit, isPraise } from '../../asks/mention/find-edit.ts';
import { flatText } from '../../asks/mention/flat-text.ts';
import { talkIn } from '../../asks/mention/talk.ts';
import { cardOrderIn } from '../../asks/mention/topic-model.ts';
import type { Generation } from '../../generations/generation.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { documentMenu, shareButton } from '../kit/blocks/document-buttons.ts';
import {
  button,
  buttons,
  buttonValue,
  linked,
  type Message,
  plainMessage,
  section,
} from '../kit/blocks/parts.ts';
import { escaped } from '../kit/blocks/text.ts';
import { changeButton, isChangeable } from '../kit/change/document-change.ts';
import { titleOf } from '../kit/copy/generation-phrases.ts';
import type { Sentence } from './sentence.ts';

/** Answers questions and remarks about an existing document, with the buttons that the document has anyway. No answer spends credits. */

/** Pattern of words that mean the document. */
export const IT =
  '(?:it|this|that|them|(?:the|this|that|my|our) (?:whole )?(?:deck|slides|presentation|document|doc|file|page|post|result))';

export const NO_PICTURE =
  'I can’t share a picture. Its file is with its message: *Share file…* in Slack’s own menu of the file passes it on.';

/** How many of the person's newest generations are searched for a document that a sentence means. */
export const SEARCHED = 20;

/** Returns true if nothing more is made for a generation. A finished picture has no menu and no link. */
export const isFinished = ({ state }: Generation): boolean =>
  state === 'delivered' || state === 'failed' || state === 'stopped';

/**
 * Returns true if the title of a document contains each of the words as a whole word. A word may also be a phrase ("price list"), two words
 * in one ("lookbook"), or the language of the document ("the French one").
 */
export function isTitled(document: Generation, words: string[]): boolean {
  const title = (document.title || document.label).toLowerCase();
  const joined = title.replaceAll(/[ -]/g, '');
  return words.every(
    (word) =>
      (title.includes(word.toLowerCase()) && placeIn(title, word) >= 0) ||
      (word.length >= JOINED && joined.includes(word.toLowerCase())) ||
      (document.ask?.language !== undefined && languageNamed(word) === document.ask.language),
  );
}

/** Minimum length of a word that may be two words of a title, in characters. */
const JOINED = 7;

export const HOW_TO_DELETE =
  'To archive or delete it, choose *Comments, readers, archive…* in the menu here.';

export const WHO_EDITS =
  'Who may open or edit it is set on its own page, behind the title. *Comments, readers, archive…* in the menu shows what was chosen here.';

/** Matches a wish about who may open a document: "nobody outside should be able to open it", "lock it so only I can open it". */
const ACCESS =
  /\b(?:close|lock|restrict)\b.{0,30}\b(?:link|nobody|only)\b|\b(?:keep|make|set) (?:it|this|that|this one|(?:the|my|our) (?:[\p{L}\d-]+ ){0,3}[\p{L}\d-]+|its link) (?:to )?private\b(?! (?!(?:please|again|and|but|so|now|too)\b)\p{L})|\bonly \p{L}+ and me\b|\b(?:lock|restrict|protect) (?:it|this|that|the \p{L}+)\b|\b(?:only (?:i|me|we|us|ana|the team)|nobody(?: else| outside)?|no ?one(?: else)?|everyone|everybody|anyone|clients?|customers|outsiders)\b.{0,30}\b(?:can|could|may|should|to|able to|allowed to)\b.{0,15}\b(?:open|see|view|access|edit) (?:it|this|that|the \p{L}+)\b/iu;
export const isAboutAccess = (words: string): boolean => ACCESS.test(words) && words.length < 120;

/** Matches a question about the content of a document, or a wish in the form of a question: "can slide 2 be shorter?" */
const ABOUT_CONTENT =
  /^(?:(?:so|and|but|oh|hm+)[ ,]+)*(?:why|what|where|which|how|can|could|should|shouldn['’]t|is|are|isn['’]t|aren['’]t|was|does|do|did|will|would|(?:the|my|our) [^?]{2,60} (?:only|just|still) (?:has|have))\b.*\b(?:slides?|pages?|titles?|headlines?|pictures?|images?|charts?|text|logos?|colou?rs?|fonts?)\b[^?]*\?\s*$/i;

/** Returns true for praise, a remark, or a question or wish about the content of a document or about who may open it. */
export function isAboutDocument(words: string): boolean {
  const text = flatText(words);
  if (findAsk(text) || findIndirectAsk(text)) return false;
  if (cardOrderIn(text) === 'complaint' || (talkIn(text) === 'remark' && isPraise(text))) return true;
  return ABOUT_CONTENT.test(words) || isAboutAccess(words);
}

/**
 * Answers a sentence for which `isAboutDocument` returns true. A remark, or a question without a known answer, gets a button for a change.
 * @returns false if the document is not finished
 */
export async function answerAboutDocument(
  words: string,
  document: Generation,
  sentence: Sentence,
): Promise<boolean> {
  if (!documentMenu(document)) return false;
  const title = `*${linked(titleOf(document), document.docUrl)}*`;
  if (isAboutAccess(words)) {
    const [, behind = ''] = /(?:,|\band) (?:also )?([^,]+)$/i.exec(words) ?? [];
    const order = findEdit(behind);
    const more = order ? ` For a change, say only \`${escaped(order, 80)}\`.` : '';
    await sentence.answer(documentMessage(document, WHO_EDITS + more));
  } else if (isPraise(words)) {
    await sentence.answer(plainMessage('You’re welcome!'));
  } else {
    const value = buttonValue(`${document.id} ${words}`);
    const change = isChangeable(document) ? button('Change it…', actions.changeDocument, value) : undefined;
    await sentence.answer({ text: SAY_WHAT, blocks: [section(`${title}\n${SAY_WHAT}`), ...buttons(change)] });
  }
  return true;
}

/**
 * Returns an answer about a document, with its title and buttons.
 * @param unfinished the answer if the document is still being made. Default: the same
 */
export function documentMessage(document: Generation, said: string, unfinished = said): Message {
  const menu = documentMenu(document);
  if (!menu) return plainMessage(isFinished(document) ? said : unfinished);
  const title = `*${linked(titleOf(document), document.docUrl)}*`;
  const all = buttons(shareButton(document), changeButton(document), menu);
  return { text: said, blocks: [section(`${title}\n${said}`), ...all] };
}

export const SAY_WHAT =
  'Say what should be different, for example `make the title shorter`, and I’ll show you the change first.';
