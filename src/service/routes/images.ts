import { z } from 'zod';
import { imageSizes, imageTypes, STYLE_LIMIT } from '../options.ts';
import { id, lenient, webAddress } from './answer.ts';
import { jobAnswer } from './job.ts';
import type { Route } from './route.ts';

const imageInput = z.strictObject({
  prompt: z.string().min(1).max(STYLE_LIMIT),
  type: z.enum(imageTypes).optional(),
  sizePreset: z.enum(imageSizes).optional(),
  themeId: id.optional(),
  /** Public addresses. */
  referenceImages: z.array(webAddress).max(4).optional(),
});
export type ImageInput = z.input<typeof imageInput>;

const image = z.object({
  url: webAddress,
  width: lenient(z.number()),
  height: lenient(z.number()),
  mimeType: lenient(z.string()),
});

/** `retryable` is the service's own word on whether asking again may help. */
const imageStatus = jobAnswer({ image }, { retryable: lenient(z.boolean()) });

export const imageRoutes = {
  /** Starts a single image. Spends credits, and is never repeated by itself: see `mayHaveBeenSpent`. */
  createImage: {
    method: 'POST',
    path: '/images',
    request: imageInput,
    answer: z.object({ imageGenerationId: id }),
  },
  getImage: { method: 'GET', path: '/images/{id}', answer: imageStatus, isPoll: true },
} as const satisfies Record<string, Route>;
