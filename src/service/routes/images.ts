import { z } from 'zod';
import { lenient } from '../../lenient.ts';
import { imageSizes, imageTypes, STYLE_LIMIT } from '../options.ts';
import { id, webAddress, withIdAs } from './answer.ts';
import { jobAnswer } from './job.ts';
import type { Route } from './route.ts';

const imageInput = z.strictObject({
  prompt: z.string().min(1).max(STYLE_LIMIT),
  type: z.enum(imageTypes).optional(),
  sizePreset: z.enum(imageSizes).optional(),
  themeId: id.optional(),
  /** URLs that the service can download. */
  referenceImages: z.array(webAddress).max(4).optional(),
});
export type ImageInput = z.input<typeof imageInput>;

const image = z.object({
  url: webAddress,
  width: lenient(z.number()),
  height: lenient(z.number()),
  mimeType: lenient(z.string()),
});

/** Schema of an image job. A completed job without an image counts as pending, because the service is still making the image's link. */
const imageStatus = jobAnswer({ image: lenient(image) }, { retryable: lenient(z.boolean()) }).transform(
  (job) => {
    if (job.status !== 'completed') return job;
    return job.image ? { ...job, image: job.image } : { status: 'pending' as const };
  },
);

export const imageRoutes = {
  /** Starts to make a single image. Spends credits and is never retried (see `mayHaveBeenSpent` in error-meaning.ts). */
  createImage: {
    method: 'POST',
    path: '/images',
    request: imageInput,
    answer: z.preprocess(withIdAs('imageGenerationId'), z.object({ imageGenerationId: id })),
  },
  getImage: { method: 'GET', path: '/images/{id}', answer: imageStatus, isPoll: true },
} as const satisfies Record<string, Route>;
