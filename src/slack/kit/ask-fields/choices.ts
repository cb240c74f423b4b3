import { languages } from '../../../asks/languages.ts';
import { hasPages } from '../../../asks/sections.ts';
import {
  type agentQualities,
  type ExportFormat,
  exportFormats,
  type Format,
  formats,
  type imageSizes,
  type imageSources,
  type imageTypes,
  type TextMode,
} from '../../../service/options.ts';
import { plural } from '../../../text.ts';
import type { Choices } from '../form/menus.ts';

/** Fixed options of the menus and radio buttons with which a person chooses what a document is like. */

export const formatNames: Record<Format, string> = {
  presentation: 'Presentation',
  document: 'Document',
  webpage: 'Web page',
  social: 'Social post',
};

/** The singular and plural names for a part of a document in each format. The service calls a part of any document a card. */
const units: Record<Format, [string, string]> = {
  presentation: ['slide', 'slides'],
  document: ['page', 'pages'],
  webpage: ['section', 'sections'],
  social: ['card', 'cards'],
};

/** Returns the name for one part of a document, such as "slide". */
export const unitOf = (format: Format): string => units[format][0];

/** Returns a count with its unit, such as "1 slide" or "10 slides". Without a count, returns only the plural, such as "slides". */
export function unitsOf(format: Format, count?: number): string {
  const [one, many] = units[format];
  return count === undefined ? many : plural(count, one, many);
}

export const exportNames: Record<ExportFormat, string> = {
  pptx: 'PowerPoint',
  pdf: 'PDF',
  png: 'PNG',
};

export const startChoices: Choices<'text' | 'template'> = [
  ['text', 'From text'],
  ['template', 'From a template'],
];

export const talkStartChoices: Choices<'text' | 'template'> = [
  ['text', 'From what was said alone'],
  ['template', 'From what was said, with a template’s layout'],
];

export const formatChoices = formats.map((format) => [format, formatNames[format]] as const);

export const exportChoices: Choices<ExportFormat | 'none'> = [
  ...exportFormats.map((format) => [format, exportNames[format]] as const),
  ['none', 'No file'],
];

export const imageSourceChoices: Choices<(typeof imageSources)[number]> = [
  ['aiGenerated', 'Made by AI'],
  ['webFreeToUseCommercially', 'From the web, free for commercial use'],
  ['webFreeToUse', 'From the web, free to use'],
  ['webAllImages', 'From the web, any'],
  ['pexels', 'Stock photos (Pexels)'],
  ['giphy', 'Animated (Giphy)'],
  ['pictographic', 'Illustrations (Pictographic)'],
  ['themeAccent', 'The theme’s own'],
  ['placeholder', 'Empty frames to fill later'],
  ['noImages', 'No images'],
];

/** The image sources as phrases for the summary of an ask. */
export const imageSourcePhrases: Record<(typeof imageSources)[number], string> = {
  aiGenerated: 'images made by AI',
  webFreeToUseCommercially: 'images from the web, free for commercial use',
  webFreeToUse: 'images from the web, free to use',
  webAllImages: 'images from the web',
  pexels: 'stock photos',
  giphy: 'animated images',
  pictographic: 'simple illustrations',
  themeAccent: 'the theme’s own images',
  placeholder: 'empty frames for images',
  noImages: 'no images',
};

/** Returns the options for the sections of the person's text. Either each section becomes one slide, or the service divides the text. */
export function sectionChoices(format: Format): Choices<'kept' | 'free'> {
  const one = hasPages(format) ? 'page' : units[format][0];
  return [
    ['kept', `One ${one} for each section`],
    ['free', 'Divided anew, to fit'],
  ];
}

export const textModeChoices: Choices<TextMode> = [
  ['generate', 'Write it out'],
  ['condense', 'Shorten'],
  ['preserve', 'Keep my words'],
];

/** The text modes (whether the text is written out, shortened or kept) as phrases for the summary of an ask. */
export const textModePhrases: Record<TextMode, string> = {
  generate: 'written out',
  condense: 'shortened',
  preserve: 'words kept',
};

export const makingChoices: Choices<'quick' | 'thorough'> = [
  ['quick', 'Quick: a minute or two'],
  ['thorough', 'Thorough: up to 25 minutes, and more credits'],
];

export const qualityChoices: Choices<(typeof agentQualities)[number]> = [
  ['lite', 'Light'],
  ['standard', 'Standard'],
  ['max', 'The best there is'],
];

export const imageTypeChoices: Choices<(typeof imageTypes)[number]> = [
  ['illustration', 'Illustration'],
  ['scene', 'Scene'],
  ['photo', 'Photo'],
  ['abstract', 'Abstract'],
];

export const imageSizeChoices: Choices<(typeof imageSizes)[number]> = [
  ['slide', 'Wide, for a slide'],
  ['banner', 'Banner'],
  ['social-square', 'Square, for a post'],
  ['social-portrait', 'Upright, for a post'],
  ['story', 'Story, for a phone'],
];

export const languageChoices: Choices = languages;

export const seenByChoices: Choices<'here' | 'me'> = [
  ['here', 'Everybody where it is posted'],
  ['me', 'Just for me, in a direct message'],
];

const accessNames = {
  noAccess: 'No access',
  view: 'Can view',
  comment: 'Can view and comment',
  edit: 'Can edit',
  fullAccess: 'Full access',
} as const;

const accessPhrases: Record<keyof typeof accessNames, string> = {
  noAccess: 'cannot open it',
  view: 'can view it',
  comment: 'can comment on it',
  edit: 'can edit it',
  fullAccess: 'can do everything with it',
};

/** Returns a phrase about an access level, for example "can view it". Sentences put it after the names of people. */
export function accessPhrase(level: keyof typeof accessNames): string {
  return accessPhrases[level];
}

/** Returns menu options for access levels. @param levels the allowed levels of one group of people, such as those with the link */
export function accessChoices<const Level extends keyof typeof accessNames>(
  levels: readonly Level[],
): Choices<Level> {
  return levels.map((level) => [level, accessNames[level]] as const);
}
