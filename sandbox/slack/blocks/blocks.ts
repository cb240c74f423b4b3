import { z } from 'zod';
import { contextActions, plan } from './agent-blocks.ts';
import { accessory, actionsElement, imageElement, inputElement } from './elements.ts';
import { BLOCK_ID_LIMIT, hasOnePicture, mrkdwn, ONE_PICTURE, picture, plainText, text } from './objects.ts';

/** The blocks that Deckhand uses, with Slack's limits and the surfaces where they are allowed. Other blocks are refused. */

const base = { block_id: z.string().min(1).max(BLOCK_ID_LIMIT).optional() };

const section = z
  .strictObject({
    type: z.literal('section'),
    ...base,
    text: text(3000).optional(),
    fields: z.array(text(2000)).min(1).max(10).optional(),
    accessory: accessory.optional(),
    expand: z.boolean().optional(),
  })
  .refine((block) => block.text !== undefined || block.fields !== undefined, 'missing required field: text');

const divider = z.strictObject({ type: z.literal('divider'), ...base });

const header = z.strictObject({ type: z.literal('header'), ...base, text: plainText(150) });

const image = z
  .strictObject({ type: z.literal('image'), ...base, ...picture, title: plainText(2000).optional() })
  .refine(hasOnePicture, ONE_PICTURE);

const context = z.strictObject({
  type: z.literal('context'),
  ...base,
  elements: z
    .array(z.discriminatedUnion('type', [imageElement, plainText(3000), mrkdwn(3000)]))
    .min(1)
    .max(10),
});

const actions = z.strictObject({
  type: z.literal('actions'),
  ...base,
  elements: z.array(actionsElement).min(1).max(25),
});

const input = z.strictObject({
  type: z.literal('input'),
  ...base,
  label: plainText(2000),
  hint: plainText(2000).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
  element: inputElement,
});

const everywhere = [section, divider, header, image, context, actions, input] as const;

const inMessages = [plan, contextActions] as const;

export type Surface = 'message' | 'modal' | 'home';

const BLOCKS_LIMIT: Record<Surface, number> = { message: 50, modal: 100, home: 100 };

export const blocksSchema = {
  message: z.array(z.discriminatedUnion('type', [...everywhere, ...inMessages])).max(BLOCKS_LIMIT.message),
  modal: z.array(z.discriminatedUnion('type', [...everywhere])).max(BLOCKS_LIMIT.modal),
  home: z.array(z.discriminatedUnion('type', [...everywhere])).max(BLOCKS_LIMIT.home),
} satisfies Record<Surface, z.ZodType>;
