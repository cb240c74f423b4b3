import { placeIn } from '../../asks/mention/card-orders.ts';
import { findAsk, findIndirectAsk } from '../../asks/mention/find-ask.ts';
import { findEdit, isPraise } from '../../asks/mention/find-edit.ts';
import { flatText } from '../../asks/mention/flat-text.ts';
import { talkIn } from '../../asks/mention/talk.ts';
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

export const UNKNOWN_DOCUMENT =
  'I find no document of yours with this name. `/deck find` searches all that you may see.';

/** How many of the person's newest generations are searched for a document that a sentence means. */
export const SEARCHED = 20;

/** Returns true if nothing more is made for a generation. A finished picture has no menu and no link. */
export const isFinished = ({ state }: Generation): boolean =>
  state === 'delivered' || state === 'failed' || state === 'stopped';

/** Returns true if the title of a document contains each of the words as a whole word. A word may also be a phrase: "price list". */
export function isTitled(document: Generation, words: string[]): boolean {
  const title = titleOf(document);
  return words.every((word) => placeIn(title, word) >= 0);
}

type Answer = (document: Generation) => string;

const linkAnswer: Answer = ({ docUrl }) =>
  docUrl ? 'The title here is the link.' : 'The service has not given a link to it.';

/** Matches a request to send the document to somebody else. */
const SEND = new RegExp(
  `^(?:please |(?:can|could|would) (?:you|u) |now |and )*(?:send|share|forward|show|e?mail) ${IT} (?:to|with)\\b(?! me\\b)`,
  'i',
);
export const HOW_TO_DELETE =
  'To archive or delete it, choose *Comments, readers, archive…* in the menu here.';

export const WHO_EDITS =
  'Who may open or edit it is set on its own page, behind the title. *Comments, readers, archive…* in the menu shows what was chosen here.';

/** Matches a wish about who may open a document: "nobody outside should be able to open it", "lock it so only I can open it". */
const ACCESS =
  /\b(?:close|lock|restrict)\b.{0,30}\b(?:link|nobody|only)\b|\b(?:keep|make|set) (?:it|this|that|this one|(?:the|my|our) (?:[\p{L}\d-]+ ){0,3}[\p{L}\d-]+|its link) (?:to )?private\b(?! (?!(?:please|again|and|but|so|now|too)\b)\p{L})|\bonly \p{L}+ and me\b|\b(?:lock|restrict|protect) (?:it|this|that|the \p{L}+)\b|\b(?:only (?:i|me|we|us|ana|the team)|nobody(?: else| outside)?|no ?one(?: else)?|everyone|everybody|anyone|clients?|customers|outsiders)\b.{0,30}\b(?:can|could|may|should|to|able to|allowed to)\b.{0,15}\b(?:open|see|view|access|edit) (?:it|this|that|the \p{L}+)\b/iu;
export const isAboutAccess = (words: string): boolean => ACCESS.test(words) && words.length < 120;

const NOT_SENT_YET =
  'I can’t send it to people. The result comes with its link and buttons: pass it on from there.';

const NO_LINK = 'A picture has no link: its file is with its message. `/deck find` searches your documents.';
const NO_LINK_YET = 'It is still being made. The link comes with the result, here.';

/** Says how a document gets to a person, because Deckhand sends none. */
export const NO_SENDING =
  'I can’t send it to people. Pass on its link, which is behind the title here, or the file in the thread below it; *Share to channel…* posts both.';

/** The questions and their answers, as mrkdwn. The first row that matches is used. */
const rows: [RegExp, Answer][] = [
  [ACCESS, () => WHO_EDITS],
  [SEND, () => NO_SENDING],
  [
    new RegExp(`^[^,;:]{0,40}\\b(?:delete|remove|archive|get rid of|throw away) ${IT}\\b[^,;:]{0,20}$`, 'i'),
    () => HOW_TO_DELETE,
  ],
  [
    /^(?:(?:can|could|may) (?:i|we|you)|where(?:['’]?s| is)|what(?:['’]?s| is)|(?:please )?(?:re)?send|(?:please )?give|i (?:need|lost))\b[^,;:]{0,40}\b(?:link|url)\b[^,;:]{0,20}$|^(?:the )?link(?: again)?(?: please)?\?*$/i,
    linkAnswer,
  ],
  [
    new RegExp(
      `^(?:please |now |(?:can|could) (?:you|i|we) )*(?:show|see|open|send|give|get)(?: (?:me|us))? (?:${IT}|(?:the last|that|this) one)(?: (?:again|once more|please))+[?.! ]*$`,
      'i',
    ),
    linkAnswer,
  ],
  [
    /^(?:please |now |(?:can|could) (?:you|i|we) )*(?:show|see|look at|preview)(?: me| us)? (?:the |its |all )?(?:slides|pages)(?: here| again| please)?[?.! ]*$/i,
    () => '*Show slides* in the menu here shows them as pictures.',
  ],
  [
    /^(?:so |and )?(?:which|what) (?:theme|template|colou?rs?|look)\b[^,;:]{0,40}$|^(?:did you|do you|have you|is (?:this|that|it))\b[^,;:]{0,30}\b(?:theme|template)\b[^,;:]{0,20}\?$/i,
    ({ ask, work }) =>
      ask?.template
        ? `It was made with the template “${escaped(ask.template.name, 75)}”.`
        : ask?.theme
          ? `It has the theme “${escaped(ask.theme.name, 75)}”.`
          : work === 'edit'
            ? 'A change keeps the theme that the document was made with.'
            : 'Nobody chose a theme for it, so it has the service’s usual one.',
  ],
  [
    /^(?:can|could|how (?:do|can)|is it possible (?:for (?:me|us) )?to|may)(?: (?:i|we|you))?(?: still| also| later)? (?:change|edit|correct|modify|adjust)\b[^,;:]{0,40}\?*$/i,
    () =>
      'Yes. Say what should be different, for example `make the title shorter`, and I’ll show you the change first.',
  ],
  [
    /^(?:(?:and|now|also|please|actually|export|save|send|give|download|can (?:i|we|you)|(?:i|we) (?:also )?(?:need|want)|get|have|make|it|this|that|me) )*(?:as|in|to) (?:an? )?(?:pdf|pptx?|powerpoint|png|pictures|images)\b(?: (?:file|too|also|as well|please|and (?:an? )?(?:pdf|pptx?|powerpoint|png)))*[?.!]*$/i,
    () => 'The menu here exports it as PowerPoint, PDF or PNG.',
  ],
  [
    /^(?:(?:can|could|may) (?:i|we|you) (?:please )?|(?:please )?)(?:get|have|see|export|send|give|save|download)(?: me| us)? .{0,30}\b(?:slides?|pages?)\b.{0,15}\b(?:as|in|to) (?:an? )?(?:images?|pictures?|png|pdf|pptx?|powerpoint)s?(?: file)?[?.! ]*$/i,
    () =>
      'The menu here exports the whole document as PowerPoint, PDF or PNG, with each page as a picture of its own in PNG.',
  ],
  [
    new RegExp(
      `^(?:and |so |ok |now )*(?:how (?:do|can|could) (?:i|we)|where (?:do|can) (?:i|we)|can (?:i|we))(?: please)? (?:get|download|save|export|find)(?: ${IT})?(?: (?:as|in) (?:an? )?(?:pdf|pptx?|powerpoint|png)|'s file| file)?[?.! ]*$|^(?:the )?download(?: link)?(?: please)?[?.! ]*$`,
      'i',
    ),
    () => 'Its file is in the thread below it, and the menu here exports it as PowerPoint, PDF or PNG.',
  ],
  [
    new RegExp(
      `^(?:can|could|may|does|do|is|are|who|how)\\b[^,;:]{0,40}\\b(?:edit|change|open|access|comment on|share|allowed to) ?(?:${IT})?\\b[^,;:]{0,30}$`,
      'i',
    ),
    () => WHO_EDITS,
  ],
];

/** Matches a question about the link of a document. */
const LINK = /^[^,;:]{0,40}\b(?:link|url)\b[^,;:]{0,20}$/i;

/** Matches a question about the content of a document, or a wish in the form of a question: "can slide 2 be shorter?" */
const ABOUT_CONTENT =
  /^(?:(?:so|and|but|oh|hm+)[ ,]+)*(?:why|what|where|which|how|can|could|should|shouldn['’]t|is|are|isn['’]t|aren['’]t|was|does|do|did|will|would)\b.*\b(?:slides?|pages?|titles?|headlines?|pictures?|images?|charts?|text|logos?|colou?rs?|fonts?)\b[^?]*\?\s*$/i;

const answerFor = (words: string) => rows.find(([pattern]) => pattern.test(words.trim()))?.[1];

/** Returns true for praise, a remark or a question about a document, for example "which theme did you use?" */
export function isAboutDocument(words: string): boolean {
  if (answerFor(words)) return true;
  const text = flatText(words);
  if (findAsk(text) || findIndirectAsk(text)) return false;
  return talkIn(text) === 'remark' || ABOUT_CONTENT.test(words);
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
  const menu = documentMenu(document);
  if (!menu) {
    const isDone = isFinished(document);
    const said = SEND.test(words)
      ? isDone
        ? undefined
        : NOT_SENT_YET
      : LINK.test(words)
        ? isDone
          ? NO_LINK
          : NO_LINK_YET
        : undefined;
    if (said) await sentence.answer(plainMessage(said));
    return said !== undefined;
  }
  const answer = answerFor(words);
  const title = `*${linked(titleOf(document), document.docUrl)}*`;
  if (answer) {
    const [, behind = ''] = isAboutAccess(words) ? (/(?:,|\band) (?:also )?([^,]+)$/i.exec(words) ?? []) : [];
    const order = findEdit(behind);
    const more = order ? ` For a change, say only \`${escaped(order, 80)}\`.` : '';
    await sentence.answer(documentMessage(document, answer(document) + more));
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

const SAY_WHAT =
  'Say what should be different, for example `make the title shorter`, and I’ll show you the change first.';
