import { z } from 'zod';
import { imageModels } from '../../image-models.ts';

/** Limits and values from the interface ("Resources", "Limits") and the field notes on `POST /generations`. */

export const TEXT_LIMIT = 400_000;

export const exportAs = z.enum(['pdf', 'png', 'pptx']);
const title = z.string().min(1).max(500);

export const dimensionsOf = {
  presentation: ['fluid', '16x9', '4x3'],
  document: ['fluid', 'pageless', 'letter', 'a4'],
  social: ['1x1', '4x5', '9x16'],
  webpage: ['fluid'],
} as const;

export const sharingOptions = z.strictObject({
  workspaceAccess: z.enum(['comment', 'edit', 'fullAccess', 'noAccess', 'view']).optional(),
  externalAccess: z.enum(['comment', 'edit', 'noAccess', 'view']).optional(),
  emailOptions: z
    .strictObject({
      recipients: z
        .array(z.email({ pattern: z.regexes.unicodeEmail }))
        .min(1)
        .max(25),
      access: z.enum(['comment', 'edit', 'fullAccess', 'view']).optional(),
    })
    .optional(),
});

const templateImageOptions = z.strictObject({
  model: z.enum(imageModels).optional(),
  style: z.string().max(5000).optional(),
});

/** Fields of both routes that create docs. */
const placing = {
  exportAs: exportAs.optional(),
  title: title.optional(),
  themeId: z.string().min(1).optional(),
  sharingOptions: sharingOptions.optional(),
  folderId: z.string().min(1).optional(),
  folderIds: z.array(z.string().min(1)).max(1).optional(),
};

export const fromTemplateBody = z.strictObject({
  prompt: z.string().min(1).max(TEXT_LIMIT),
  gammaId: z.string().min(1),
  ...placing,
  imageOptions: templateImageOptions.optional(),
});

const imageOptions = templateImageOptions.extend({
  source: z
    .enum([
      'aiGenerated',
      'pictographic',
      'pexels',
      'giphy',
      'webAllImages',
      'webFreeToUse',
      'webFreeToUseCommercially',
      'themeAccent',
      'placeholder',
      'noImages',
    ])
    .optional(),
});

/** Fields that a page can override. */
const writing = {
  textMode: z.enum(['generate', 'condense', 'preserve']).optional(),
  numCards: z.int().min(1).optional(),
  cardSplit: z.enum(['auto', 'inputTextBreaks']).optional(),
  additionalInstructions: z.string().max(5000).optional(),
  textOptions: z
    .strictObject({
      amount: z.enum(['brief', 'medium', 'detailed', 'extensive']).optional(),
      tone: z.string().max(500).optional(),
      audience: z.string().max(500).optional(),
      language: z.string().min(2).max(35).optional(),
    })
    .optional(),
  imageOptions: imageOptions.optional(),
  cardOptions: z
    .strictObject({
      dimensions: z
        .enum(['fluid', 'pageless', 'letter', 'a4', '16x9', '4x3', '1x1', '4x5', '9x16'])
        .optional(),
    })
    .optional(),
};

const inputText = z.string().min(1).max(TEXT_LIMIT);

const page = z.strictObject({
  inputText,
  title: title.optional(),
  path: z.string().min(1).max(200).optional(),
  ...writing,
});

export const createBody = z
  .strictObject({
    inputText: inputText.optional(),
    pages: z.array(page).min(1).max(50).optional(),
    format: z.enum(['presentation', 'document', 'social', 'webpage']).default('presentation'),
    ...writing,
    ...placing,
  })
  .refine((body) => body.inputText !== undefined || body.pages !== undefined, {
    message: 'inputText or pages is required',
  })
  .refine((body) => body.inputText === undefined || body.pages === undefined, {
    message: 'Only one of inputText and pages can be given',
  });

export type CreateBody = z.output<typeof createBody>;
export type FromTemplateBody = z.output<typeof fromTemplateBody>;
export type Page = z.output<typeof page>;
