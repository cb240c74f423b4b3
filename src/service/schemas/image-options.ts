import { z } from 'zod';
import { imageModels, imageSources, STYLE_LIMIT } from '../options.ts';

/** From a template, only the model and the style of new images can be chosen. */
export const templateImageOptions = z.strictObject({
  model: z.string().pipe(z.enum(imageModels)).optional(),
  style: z.string().max(STYLE_LIMIT).optional(),
});

export const imageOptions = templateImageOptions.extend({ source: z.enum(imageSources).optional() });
