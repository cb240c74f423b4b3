import type { ImageSize } from '../../service/options.ts';
import { findChoices } from './choices.ts';
import { isForPerson, type Request, withoutForPerson } from './request.ts';

/** Matches a request for a picture, for example "Draw me a lighthouse". In "a logo of a bee", the words "a logo" stay in the prompt. */
const PICTURE =
  /^(?<context>[^?:]{1,120}[.!] )?(?:(?:(?:can|could|may) (?:i|we)|please|i(?: also)? need|i want|i['’]d like|we need|give me|get me|get|have|show me|make|create|generate|do|me|us)[ ,]+)*(?:(?:draw(?! up\b)|paint|sketch|illustrate)(?: (?:me|us))?:? (?<drawn>.+)|(?:(?:an?|one) )?(?<look>(?!(?:an?|one|the|this|that|my|our|single|quick|nice|new|another|as|in|into|to|with|by)\b)[\p{L}-]+ )?(?:an? |one |the |this |that |my |our |single |quick |nice |new |another )*(?:picture|image|photo|drawing|png|illustration(?=:| as (?:an? )?(?:png|jpe?g)))(?: as (?:an? )?(?:png|jpe?g))?(?: to go with (?:it|this|that|them))?(?: (?:of|showing|like|with|for)|(?: please| pls)?[:,]) (?<shown>.+)|(?<listed>[^.?!:]+)[,.;] (?:please )?(?:make|draw|paint|create) (?:me )?(?:an? )?(?:picture|image|drawing|illustration) (?:of|from|with) (?:it|that|this|them)(?: please| pls)?[.!]?|(?<before>[^.?!]+?)(?:,? as an?|, (?:an? |one )?single) (?:picture|image|photo|drawing|illustration)(?<behind>.*)|(?<named>(?:(?:an?|one) (?:[\p{L}-]+ ){0,2}(?:photo|drawing|illustration|painting|sketch|logo|icon|cartoon)|illustration) (?:of|showing|for|with) .+|an? (?:new )?(?:logo|icon)|(?:an? )?(?:[\p{L}-]+ )?poster (?:of|for|about|on|with) .+))$/iu;

/** Matches a request for several pictures. One card makes one. */
const PICTURES =
  /^(?:(?:nice|great|ok|now|and|please|also|then)[ ,.!]+)*(?:(?:i|we) (?:also )?(?:need|want)|(?:can|could) (?:i|we) (?:have|get)|make|create|draw|give me|get me|show me)?(?: me| us| now| some)* ?(?:(?:some|a few|several|\d{1,2}|two|three|four|five|six|eight|ten) )?(?:pictures|images|photos|drawings|illustrations|bilder) (?<what>(?:of|for|showing|with|av|til)\b.{3,}|: ?.{3,})$/iu;
/** Says how several pictures are made. */
export const ONE_PICTURE = 'One card makes one picture, so say for each what it shows.';

/** Matches "as PNG". The match is removed from the prompt, because the service always makes a picture as a file. */
const AS_FILE =
  /(?:,? (?:please )?(?:as|in) (?:an? )?|[.,;] )(?:png|jpe?g|image|picture)(?: file)?(?= please|[.,;!]|$)/i;

const sizes: Record<string, ImageSize> = {
  square: 'social-square',
  portrait: 'social-portrait',
  upright: 'social-portrait',
  banner: 'banner',
  story: 'story',
  wide: 'slide',
  landscape: 'slide',
};
const SIZE_WORDS = Object.keys(sizes).join('|');
const FORMAT = 'format|size|shape|orientation';
/**
 * Matches a size behind the description ("a lighthouse, square", "a lighthouse in portrait format", "a lighthouse as a banner") or alone
 * ("make it square"). Does not match in "a picture of a town square".
 */
const SIZE = new RegExp(
  `(?:^(?:(?:make|do) (?:it|that) (?:an? )?|(?:as|in) (?:an? )?|(?:rather|better|no|please)[, ]+)*|,? ?\\b(?:make it(?: an?)?|as an?) |, (?:in )?(?:an? )?)(?<size>${SIZE_WORDS})(?: (?:${FORMAT}))?(?: please| instead)?[.!]?$|,? in (?:an? )?(?<format>${SIZE_WORDS}) (?:${FORMAT})\\b`,
  'i',
);

/** Finds the size of a picture in words about it. `phrase` is removed from the description. */
export function sizeIn(text: string): { size: ImageSize; phrase: string } | undefined {
  const { 0: phrase = '', groups } = SIZE.exec(text) ?? {};
  const size = sizes[(groups?.size ?? groups?.format ?? '').toLowerCase()];
  return size && { size, phrase };
}

const SIZE_FIRST = new RegExp(
  `^(?:(?:make it|as an?|in|rather|an?|please) )*(?<size>${SIZE_WORDS})(?: (?:${FORMAT}))?(?:,? (?:and|but)|,|(?= with(?:out)?\\b)) (?<rest>\\S.*)$`,
  'iu',
);
/** Finds the size before other words about a picture: "square, without text". */
export function sizeAtStart(text: string): { size: ImageSize; rest: string } | undefined {
  const { size: said = '', rest = '' } = SIZE_FIRST.exec(text)?.groups ?? {};
  const size = sizes[said.toLowerCase()];
  return size && { size, rest };
}

const SIZE_WITHIN = new RegExp(
  `(?:^|[,;.] ?(?:and |but )?|\\b(?:and|but|in|as|make it|do it) )(?:an? )?(?<size>${SIZE_WORDS})(?: (?:${FORMAT}))?(?:,? (?:and )?not (?:${SIZE_WORDS}))?(?: please| pls| instead| then)*(?=$|[,;.!])`,
  'iu',
);
/** Finds the size in a short change of a picture: "less fog, and square please", "square, not wide". `rest` are its other words. */
export function sizeWithin(text: string): { size: ImageSize; rest: string } | undefined {
  const plain = text
    .replace(/\b(?:wide|big|broad) like an? (?:\p{L}+ )?(?=banner\b)/iu, 'as a ')
    .replace(/,? ?\(?16[:x]9\)?(?=$|[ ,.])/, '');
  if (plain !== text) return sizeWithin(plain);
  const { 0: phrase = '', groups: { size: said = '' } = {} } = SIZE_WITHIN.exec(text) ?? {};
  const size = text.length <= 80 ? sizes[said.toLowerCase()] : undefined;
  return size && { size, rest: text.replace(phrase, '').replace(/^[ ,;.!]+|[ ,;.!]+$/g, '') };
}

/** Returns the request for a single picture in a sentence. @param text the sentence on one line, without polite words */
export function pictureIn(text: string): Request | undefined {
  const several = PICTURES.exec(text)?.groups?.what;
  const {
    context = '',
    drawn,
    look,
    shown,
    named,
    listed,
    before,
    behind,
  } = PICTURE.exec(text)?.groups ?? {};
  const looked = shown && look ? `${shown}, ${look.trim()}` : shown;
  const whole = withoutForPerson(
    drawn ??
      looked ??
      named ??
      listed ??
      (before && `${before}${behind}`) ??
      several?.replace(/^(?:of|showing|av|:)\s*/i, '') ??
      '',
  ).replace(/^(?:it|this|that): (?=\S)/i, '');
  const { size, phrase = '' } = sizeIn(whole) ?? {};
  const said = whole.replace(phrase, '');
  const prompt = said && `${context}${said.replace(AS_FILE, '')}`.trim();
  if (!prompt || findChoices(text, '').choices.slides) return undefined;
  const choices = { work: { kind: 'image' as const, ...(size && { size }) } };
  return {
    kind: 'make',
    choices,
    prompt,
    isForPerson: isForPerson(text),
    named: [],
    notes: several ? [ONE_PICTURE] : [],
    command: 'picture',
    isComplete: true,
  };
}
