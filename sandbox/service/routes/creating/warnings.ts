import { type ImageModel, isOnPlan } from '../../image-models.ts';
import { type CreateBody, dimensionsOf, type FromTemplateBody } from './schemas.ts';

/** Returns a sentence for each ignored part of a request. The response says so nowhere else. */
export function createWarnings(body: CreateBody): string[] {
  const images = body.imageOptions ?? {};
  const source = images.source ?? 'aiGenerated';
  const mode = body.textMode ?? 'generate';
  const text = body.textOptions ?? {};
  const dimensions = body.cardOptions?.dimensions;
  const allowed: readonly string[] = dimensionsOf[body.format];
  return [
    ...says(body.cardSplit === 'inputTextBreaks' && body.numCards !== undefined, BREAKS),
    ...says(source !== 'aiGenerated' && (images.model ?? images.style) !== undefined, NOT_MADE),
    ...says(
      dimensions !== undefined && !allowed.includes(dimensions),
      wrongDimensions(body.format, dimensions),
    ),
    ...says(mode !== 'generate' && (text.tone ?? text.audience) !== undefined, NOT_WRITTEN),
    ...says(mode === 'preserve' && text.amount !== undefined, KEPT),
    ...sharedWarnings(body),
  ];
}

export function fromTemplateWarnings(body: FromTemplateBody): string[] {
  return sharedWarnings(body);
}

function sharedWarnings(body: {
  imageOptions?: { model?: ImageModel | undefined } | undefined;
  folderId?: string | undefined;
  folderIds?: string[] | undefined;
}): string[] {
  const model = body.imageOptions?.model;
  return [
    ...says(
      model !== undefined && !isOnPlan(model),
      `imageOptions.model '${model}' is not available on your plan and was ignored.`,
    ),
    ...says(
      body.folderIds !== undefined && body.folderId !== undefined,
      'folderIds is ignored when folderId is present.',
    ),
    ...says(
      body.folderIds !== undefined && body.folderId === undefined,
      'folderIds is deprecated. Use folderId.',
    ),
  ];
}

function says(isSo: boolean, sentence: string): string[] {
  return isSo ? [sentence] : [];
}

function wrongDimensions(format: CreateBody['format'], dimensions: string | undefined): string {
  const [usual] = dimensionsOf[format];
  return `cardOptions.dimensions '${dimensions}' is not valid for format '${format}' and was ignored. Using ${usual}.`;
}

const BREAKS = "numCards is ignored when cardSplit is 'inputTextBreaks'.";
const NOT_MADE =
  "imageOptions.model and imageOptions.style are ignored when imageOptions.source is not 'aiGenerated'.";
const NOT_WRITTEN = "textOptions.tone and textOptions.audience are ignored unless textMode is 'generate'.";
const KEPT = "textOptions.amount is ignored when textMode is 'preserve'.";
