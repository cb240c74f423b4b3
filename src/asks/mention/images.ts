import type { Ask } from '../schema.ts';

/** Finds out which images a sentence wants in the document, for example "no pictures", "with stock photos" or "in watercolour". */

const IMAGES = '(?:images|pictures|photos|illustrations)';
/** Everyday names for each source of images, as regular expressions in strings. The first match wins. */
const sources: [NonNullable<NonNullable<Ask['images']>['source']>, string][] = [
  ['noImages', `(?:no|without(?: any)?) ${IMAGES}|text only|only text`],
  ['giphy', `(?:funny |animated )?(?:gifs|animations)|animated ${IMAGES}`],
  [
    'placeholder',
    `(?:empty frames|placeholders|room)(?: for (?:the |our )?${IMAGES})?|placeholder ${IMAGES}|image placeholders`,
  ],
  ['aiGenerated', `(?:ai(?:[- ]generated|[- ]made)?|generated) ${IMAGES}`],
  ['themeAccent', `the theme['’]s (?:own )?${IMAGES}|${IMAGES} (?:of|from) the theme`],
  [
    'webFreeToUseCommercially',
    `royalty[- ]free ${IMAGES}|${IMAGES} (?:that )?(?:i|we) (?:may|can) use commercially|${IMAGES} (?:free )?for commercial use`,
  ],
  ['webFreeToUse', `(?:free|free[- ]to[- ]use|creative commons) ${IMAGES}`],
  ['webAllImages', `(?:web|internet) ${IMAGES}|${IMAGES} from the (?:web|internet)`],
  ['pexels', '(?:real |stock |pexels )*photos|stock (?:pictures|images)|pexels'],
  ['pictographic', '(?:simple )?(?:illustrations|icons|pictograms)'],
];
/** Kinds of art that are a style even if the word "images" is missing, for example in "with line art" or ", hand-drawn". */
const ART =
  'watercolou?rs?|line[- ]art|(?:line |pencil |ink )?drawings?|hand[- ]drawn|sketch(?:es|ed)?|(?:oil )?paintings?|cartoons?|comics?|pixel art|3d(?: renders?)?|isometric|minimalist|abstract|vintage|retro|black[- ]and[- ]white|photorealistic|anime|collages?|pop art|scenes';
const WITH = ',? ?\\b(?:and |but )?(?:please )?(?:with|use|using|leave)(?: only)? ';
const AT_END = '(?: only)?(?= please\\b| (?:for|as|in|about) | and (?:for|as|in|with) |[.,;!?]|$)';
const sourcePatterns = sources.map(([source, names]) => {
  const lead = source === 'noImages' ? `(?:${WITH}|,? ?\\b(?:and |but )?)` : `(?:${WITH}|, ?)`;
  return [source, new RegExp(`${lead}(?:${names})${AT_END}`, 'i')] as const;
});
/** Matches a style of images, for example "with watercolour illustrations", "pictures in a comic style" or ", hand-drawn". */
const STYLE = new RegExp(
  [
    `${WITH}(?<before>(?!(?:the|our|my|your|these|those|some|many|more|few|lots|real|stock|good|nice)\\b)\\p{L}[\\p{L}-]*(?: [\\p{L}-]+){0,2}) ${IMAGES}\\b`,
    `,? ?\\b(?:with )?${IMAGES} in (?:an? |the )?(?<style>[\\p{L} -]{3,40}?) style\\b`,
    `(?:${WITH}|, ?)(?<art>${ART})(?: ${IMAGES})?${AT_END}`,
    `,? ?\\bin (?:(?:an? |the )?(?<in>${ART}) style|(?<paint>watercolou?r|line[- ]art|black[- ]and[- ]white))\\b`,
  ].join('|'),
  'iu',
);

/** Returns the images that a sentence asks for, and the words that do so (`phrases`). @param text the sentence on one line */
export function imagesIn(text: string): { images?: NonNullable<Ask['images']>; phrases: string[] } {
  for (const [source, pattern] of sourcePatterns) {
    const [phrase] = pattern.exec(text) ?? [];
    if (phrase) return { images: { source }, phrases: [phrase] };
  }
  const { 0: phrase, groups = {} } = STYLE.exec(text) ?? {};
  const style = Object.values(groups).find((said) => said !== undefined);
  return phrase && style ? { images: { style }, phrases: [phrase] } : { phrases: [] };
}
