import { languages } from '../../asks/languages.ts';
import { type ExportFormat, exportFormats, formats, imageModels } from '../../service/options.ts';

import { exportNames, formatNames } from '../kit/ask-fields/choices.ts';

/** What the form's fixed menus offer: the service's word, and what people read. */
type Choices = readonly (readonly [string, string])[];

export const startChoices: Choices = [
  ['text', 'From text'],
  ['template', 'From a template'],
];

export const threadStartChoices: Choices = [
  ['text', 'From the thread alone'],
  ['template', 'From the thread, with a template’s layout'],
];

export const formatChoices: Choices = formats.map((format) => [format, formatNames[format]]);

export const exportChoices: Choices = [
  ['none', 'Only the document'],
  ...exportFormats.map((format): [ExportFormat, string] => [
    format,
    `The document and a ${exportNames[format]} file`,
  ]),
];

export const imageSourceChoices: Choices = [
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

export const externalAccessChoices: Choices = [
  ['noAccess', 'No access'],
  ['view', 'View'],
  ['comment', 'View and comment'],
  ['edit', 'Edit'],
];

export const workspaceAccessChoices: Choices = [...externalAccessChoices, ['fullAccess', 'Full access']];

export const recipientAccessChoices: Choices = workspaceAccessChoices.filter(
  ([access]) => access !== 'noAccess',
);

export const languageChoices: Choices = languages;
