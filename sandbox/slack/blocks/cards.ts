import { z } from 'zod';
import { button, imageElement } from './elements.ts';
import { BLOCK_ID_LIMIT, mrkdwn } from './objects.ts';

/** Cards, by themselves and side by side in a carousel. */

export const card = z
  .strictObject({
    type: z.literal('card'),
    block_id: z.string().min(1).max(BLOCK_ID_LIMIT).optional(),
    hero_image: imageElement.optional(),
    icon: imageElement.optional(),
    title: mrkdwn(150).optional(),
    subtitle: mrkdwn(150).optional(),
    body: mrkdwn(200).optional(),
    actions: z.array(button).min(1).max(3).optional(),
  })
  .refine(
    ({ hero_image, title, body, actions }) => hero_image || title || body || actions,
    'missing required field: one of hero_image, title, actions or body',
  );

export const carousel = z.strictObject({
  type: z.literal('carousel'),
  block_id: z.string().min(1).max(BLOCK_ID_LIMIT).optional(),
  elements: z.array(card).min(1).max(10),
});
