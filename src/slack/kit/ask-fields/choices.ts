import { languages } from '../../../asks/languages.ts';
import {
  type ExportFormat,
  exportFormats,
  type Format,
  formats,
  imageModels,
  type imageSources,
} from '../../../service/options.ts';
import { plural } from '../../../text.ts';
import type { Choices } from '../form/menus.ts';

/** The options of the fixed menus of an ask's fields. */

export const formatNames: Record<Format, string> = {
  presentation: 'Presentation',
  document: 'Document',
  webpage: 'Web page',
  social: 'Social post',
};

/** Names of what the service calls cards, one and several. */
const units: Record<Format, [string, string]> = {
  presentation: ['slide', 'slides'],
  document: ['page', 'pages'],
  webpage: ['section', 'sections'],
  social: ['card', 'cards'],
};

/** "1 slide", "10 slides", and "slides" without a number. */
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

export const imageModelChoices: Choices = imageModels.map((model) => [model, model]);

export const languageChoices: Choices = languages;

const accessNames = {
  noAccess: 'No access',
  view: 'Can view',
  comment: 'Can view and comment',
  edit: 'Can edit',
  fullAccess: 'Full access',
} as const;

/** @param levels those that the service knows for one way of sharing */
export function accessChoices<const Level extends keyof typeof accessNames>(
  levels: readonly Level[],
): Choices<Level> {
  return levels.map((level) => [level, accessNames[level]] as const);
}
