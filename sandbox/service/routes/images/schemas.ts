import { z } from 'zod';

/** Field notes, "images". */
export const imageBody = z.strictObject({
  prompt: z.string().min(1).max(5000),
  type: z.enum(['illustration', 'scene', 'photo', 'abstract']).optional(),
  sizePreset: z.enum(['social-square', 'social-portrait', 'story', 'banner', 'slide']).default('slide'),
  themeId: z.string().min(1).optional(),
  referenceImages: z
    .array(z.url({ protocol: /^https$/, message: 'must be a public https address' }))
    .max(4)
    .optional(),
});
