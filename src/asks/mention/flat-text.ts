/** Matches "no, I mean" before what was meant. */
const I_MEAN =
  /^(?:(?:no|nein|non|wait|oh|sorry|actually)[ ,]+)+(?:i (?:mean|meant)|ich mein(?:e|te)|je veux dire)[ ,:]+(?=\S)/iu;

/**
 * Returns a text on one line, without formatting and without "no, I mean" at the beginning. Lines are joined with semicolons, because a line
 * break separates sentences.
 */
export function flatText(words: string): string {
  const lines = words.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines
    .filter((line) => line !== '')
    .join('; ')
    .replace(/(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu, '')
    .replace(/^[\s>,:;-]+/, '')
    .replace(I_MEAN, '');
}

/** Matches "please", thanks, smileys and emoji at the end. The lookbehind keeps matching many punctuation marks linear in time. */
const COURTESY =
  /(?<=[\p{L}\p{N})\]"”’?:])(?<!\bno)(?:[\s,.!]+(?:please|pls|plz|thx(?: a lot)?|(?:thanks|thank you)(?: a lot| so much| very much| again)?|[:;]-?[()dp]+|<3|\p{Extended_Pictographic}\ufe0f?))+[\s.,!]*$/iu;

/** Removes "please", thanks and emoji at the end, unless nothing else is left. */
export function withoutCourtesy(words: string): string {
  return words.replace(COURTESY, '');
}

/** Matches words in quotation marks. Apostrophes are not quotation marks here. */
const QUOTED = /“[^“”\n]*”|„[^„“”\n]*[“”]|«[^«»\n]*»|"[^"\n]*"/gu;

/** Returns a text with changes outside of quotation marks. Words in quotation marks are never corrected or translated. */
export function outsideQuotes(text: string, change: (part: string) => string): string {
  const quoted = text.match(QUOTED) ?? [];
  return text
    .split(QUOTED)
    .map((part, index) => change(part) + (quoted[index] ?? ''))
    .join('');
}

/** Returns a text of the same length in which words in quotation marks are hidden, because they are no choices. */
export function withoutQuoted(text: string): string {
  return text.replace(QUOTED, (quoted) => quoted.replace(/[\p{L}\p{N}]/gu, '_'));
}

/** Matches filler words and praise before a change or a correction: "yes, but", "no,", "actually", "great, and". */
export const LEAD =
  /^(?:(?:yes|yep|yeah|nope|no(?=[,:.!]| (?:wait|sorry|drop|remove|leave out)\b)|ok|okay|sure|fine|great|good|nice|perfect|lovely|super|cool|awesome|brilliant|wow|thanks|thank you|thx|hi|hey|love it|looks (?:good|great|nice)|not bad|one (?:more )?thing|only|just|so|deckhand|very nice|(?:good|nice) (?:job|work)|oh|ah|and|but|also|actually|sorry|my (?:mistake|bad|fault)|wrong(?=[,:])|wait|hmm|please|pls|then|now|maybe|rather|instead(?! of\b)|can you|could you|i mean|i meant|or|better|even better|mm+h*|hm+|uh+|well|shall we(?: say)?|let['’]?s say|could we|can we)(?:[,:.!]+ ?| )(?=\S))+/iu;
