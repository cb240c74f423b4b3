import { type ExportFormat, exportFormats, formats, imageModels } from '../../service/options.ts';

import { exportNames, formatNames } from '../result/describe.ts';

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

/** Codes as in BCP 47; a menu holds at most 100. */
const LANGUAGES =
  'en en-GB de fr es es-MX it pt pt-BR nl sv da nb fi is pl cs sk sl hr sr hu ro bg el tr uk ru et lv lt ' +
  'he ar fa ur hi bn ta te mr gu kn ml pa th vi id ms fil ja ko zh-Hans zh-Hant sw af ca eu gl cy ga';

export const languageChoices: Choices = languagesByName();

function languagesByName(): [string, string][] {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const pairs = LANGUAGES.split(' ').map((code): [string, string] => [code, names.of(code) ?? code]);
  return pairs.sort(([, one], [, other]) => one.localeCompare(other, 'en'));
}
