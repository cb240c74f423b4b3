import { z } from 'zod';
import { exportAs, sharingOptions, TEXT_LIMIT } from '../creating/schemas.ts';

/** Field notes, "agent/generations". */
export const agentBody = z
  .strictObject({
    prompt: z.string().min(1).max(TEXT_LIMIT),
    format: z.enum(['presentation', 'document', 'social']).default('presentation'),
    numCards: z.int().min(1).max(100).optional(),
    additionalInstructions: z.string().max(5000).optional(),
    quality: z.enum(['lite', 'standard', 'max']).default('standard'),
    templateId: z.string().min(1).optional(),
    themeId: z.string().min(1).optional(),
    folderId: z.string().min(1).optional(),
    sharingOptions: sharingOptions.optional(),
    exportAs: exportAs.optional(),
  })
  .refine((body) => body.templateId === undefined || body.themeId === undefined, {
    message: 'themeId must not be combined with templateId',
  });

export const editBody = z.strictObject({ prompt: z.string().min(1).max(TEXT_LIMIT) });
