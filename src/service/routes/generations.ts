import { z } from 'zod';
import { lenient } from '../../lenient.ts';
import {
  CARDS_LIMIT,
  emailPattern,
  exportFormats,
  externalAccess,
  formats,
  INSTRUCTIONS_LIMIT,
  imageModels,
  imageSources,
  PAGES_LIMIT,
  PROMPT_LIMIT,
  recipientAccess,
  STYLE_LIMIT,
  TITLE_LIMIT,
  TONE_LIMIT,
  textModes,
  workspaceAccess,
} from '../options.ts';
import { id, sentence, webAddress, withIdAs } from './answer.ts';
import { jobAnswer } from './job.ts';
import type { Route } from './route.ts';

const text = z.string().min(1).max(PROMPT_LIMIT);
const title = z.string().min(1).max(TITLE_LIMIT);

const textOptions = z.strictObject({
  amount: z.enum(['brief', 'medium', 'detailed', 'extensive']).optional(),
  tone: z.string().max(TONE_LIMIT).optional(),
  audience: z.string().max(TONE_LIMIT).optional(),
  language: z.string().min(1).optional(),
});

const dimensions = {
  presentation: ['fluid', '16x9', '4x3'],
  document: ['fluid', 'pageless', 'letter', 'a4'],
  social: ['1x1', '4x5', '9x16'],
  webpage: ['fluid'],
} as const;
type Dimension = (typeof dimensions)[keyof typeof dimensions][number];
const allDimensions = [...new Set(Object.values(dimensions).flat())] as Dimension[];

/** With a template, only the model and the style of new images can be chosen. */
const templateImageOptions = z.strictObject({
  model: z.string().pipe(z.enum(imageModels)).optional(),
  style: z.string().max(STYLE_LIMIT).optional(),
});
const imageOptions = templateImageOptions.extend({ source: z.enum(imageSources).optional() });

export const sharingOptions = z.strictObject({
  workspaceAccess: z.enum(workspaceAccess).optional(),
  externalAccess: z.enum(externalAccess).optional(),
  emailOptions: z
    .strictObject({
      recipients: z.array(z.email({ pattern: emailPattern })).min(1),
      access: z.enum(recipientAccess).optional(),
    })
    .optional(),
});

/** One page of a request with several pages. The page's options override the request's options. */
const page = z.strictObject({
  inputText: text,
  title: title.optional(),
  numCards: z.number().int().min(1).max(CARDS_LIMIT).optional(),
});

export const generationInput = z
  .strictObject({
    inputText: text.optional(),
    pages: z.array(page).min(1).max(PAGES_LIMIT).optional(),
    /** Sent in every request, because the service's own default is not documented. */
    textMode: z.enum(textModes).default('generate'),
    format: z.enum(formats).optional(),
    numCards: z.number().int().min(1).max(CARDS_LIMIT).optional(),
    cardSplit: z.enum(['auto', 'inputTextBreaks']).optional(),
    additionalInstructions: z.string().max(INSTRUCTIONS_LIMIT).optional(),
    title: title.optional(),
    themeId: id.optional(),
    folderId: id.optional(),
    exportAs: z.enum(exportFormats).optional(),
    textOptions: textOptions.optional(),
    imageOptions: imageOptions.optional(),
    cardOptions: z.strictObject({ dimensions: z.enum(allDimensions).optional() }).optional(),
    sharingOptions: sharingOptions.optional(),
  })
  .refine(({ inputText, pages }) => (inputText === undefined) !== (pages === undefined), {
    path: ['inputText'],
    message: 'needs either a text or pages, not both',
  })
  .refine(
    ({ format = 'presentation', cardOptions }) => {
      const wanted = cardOptions?.dimensions;
      return wanted === undefined || (dimensions[format] as readonly string[]).includes(wanted);
    },
    { path: ['cardOptions', 'dimensions'], message: 'does not go with this format' },
  );

export type GenerationInput = z.input<typeof generationInput>;

/** Schema of the body of `createFromTemplate`. Only `folderId` is sent, because the service has deprecated the field `folderIds`. */
export const templateGenerationInput = z
  .strictObject({
    /** The template's `docId`. */
    templateId: id,
    prompt: text,
    exportAs: z.enum(exportFormats).optional(),
    title: title.optional(),
    themeId: id.optional(),
    folderId: id.optional(),
    imageOptions: templateImageOptions.optional(),
    sharingOptions: sharingOptions.optional(),
  })
  // The service calls the template `gammaId`.
  .transform(({ templateId, ...rest }) => ({ gammaId: templateId, ...rest }));

export type TemplateGenerationInput = z.input<typeof templateGenerationInput>;

/** Schema of the service's warnings. They say what the service ignored in the request, and must be shown to people. */
const warnings = lenient(
  z.union([sentence, z.array(z.string()).transform((all) => all.join('\n') || undefined)]),
);

export const generationCreated = z.object({ generationId: id, warnings });
export type CreatedGeneration = z.output<typeof generationCreated>;

/** Fields of a completed generation. The doc's id and URL and the export link may come some time after the status `completed`. */
const completed = {
  docId: lenient(id),
  docUrl: lenient(webAddress),
  title: lenient(z.string().min(1)),
  /** The export link. It is a secret, because anybody who has it can download the file. May come up to two minutes after `completed`. */
  exportUrl: lenient(webAddress),
};
export const generationStatus = jobAnswer(completed, {});
export type GenerationStatus = z.output<typeof generationStatus>;

export const generationRoutes = {
  /** Starts to make a doc from text. Spends credits and is never retried (see `mayHaveBeenSpent` in error-meaning.ts). */
  createGeneration: {
    method: 'POST',
    path: '/generations',
    request: generationInput,
    answer: z.preprocess(withIdAs('generationId'), generationCreated),
  },
  /** Starts to make a doc from a template. Spends credits and is never retried. */
  createFromTemplate: {
    method: 'POST',
    path: '/generations/from-template',
    request: templateGenerationInput,
    answer: generationCreated,
  },
  getGeneration: { method: 'GET', path: '/generations/{id}', answer: generationStatus, isPoll: true },
} as const satisfies Record<string, Route>;
