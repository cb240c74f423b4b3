import { CARDS_LIMIT } from '../../service/options.ts';

/** Finds requests for things that Deckhand cannot make. */

const OTHER_FILES =
  /,? ?\b(?:as|in|into) (?:an? )?(?:ms |microsoft |apple )?(?:word|docx?|google (?:docs?|slides)|keynote|excel|xlsx|csv|spreadsheet|video|mp4|gif|animation|html|markdown|canva|figma|prezi|epub|ebook|audio|podcast)\b(?: (?:file|doc|document|format|sheet)\b)?(?! (?:of|for) )/i;
const COUNT = /\b(?<count>\d{2,4})[- ](?:slides?|pages?|cards?)\b/i;

/** Matches two kinds of files: "both as pptx and pdf". */
const TWO_FILES =
  /\b(?:pptx?|powerpoint|pdf|png)(?<second> (?:and|&|\+) (?:as )?(?:an? )?(?:pptx?|powerpoint|pdf|png))\b/i;

export interface Unsupported {
  /** The phrase that names the thing. It is removed from the prompt. */
  phrase: string;
  /** Sentence for the card. */
  note: string;
}

/**
 * Returns the things in a sentence that Deckhand cannot make. Each has a note that says what is possible.
 * @param text the sentence on one line
 */
export function unsupportedIn(text: string): Unsupported[] {
  const file = OTHER_FILES.exec(text)?.[0];
  const count = COUNT.exec(text);
  const second = TWO_FILES.exec(text)?.groups?.second;
  return [
    ...(file
      ? [
          {
            phrase: file,
            note: `Didn't understand: ${file.replace(/^[, ]+/, '')}. I make PowerPoint, PDF and pictures.`,
          },
        ]
      : []),
    ...(second
      ? [
          {
            phrase: second,
            note: 'One file comes with the document. *Export* on the result makes the other.',
          },
        ]
      : []),
    ...(count && Number(count.groups?.count) > CARDS_LIMIT
      ? [{ phrase: count[0], note: `${count[0]} are too many: ${CARDS_LIMIT} is the most I can make.` }]
      : []),
  ];
}
