import { z } from 'zod';

/** Composition objects of Block Kit with Slack's limits in characters. Unknown fields are refused. */

export const BLOCK_ID_LIMIT = 255;
export const actionId = z.string().min(1).max(255);

/** Returns the schema of a plain text object of at most `limit` characters. */
export const plainText = (limit: number) =>
  z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(limit),
    emoji: z.boolean().optional(),
  });

export const mrkdwn = (limit: number) =>
  z.strictObject({
    type: z.literal('mrkdwn'),
    text: z.string().min(1).max(limit),
    verbatim: z.boolean().optional(),
  });

export const text = (limit: number) => z.discriminatedUnion('type', [plainText(limit), mrkdwn(limit)]);

export const placeholder = plainText(150);

export const confirm = z.strictObject({
  title: plainText(100).optional(),
  text: text(300),
  confirm: plainText(30).optional(),
  deny: plainText(30).optional(),
  style: z.enum(['primary', 'danger']).optional(),
});

const OPTION_TEXT = 75;
const OPTION_VALUE = 75;

/** An option of a select, with plain text only. */
export const option = z.strictObject({
  text: plainText(OPTION_TEXT),
  value: z.string().min(1).max(OPTION_VALUE),
  description: plainText(75).optional(),
});

/** An option of radio buttons or checkboxes, which may have mrkdwn. */
export const richOption = z.strictObject({
  text: text(OPTION_TEXT),
  value: z.string().min(1).max(OPTION_VALUE),
  description: text(75).optional(),
});

/** An option of an overflow menu, which may have a link. */
export const overflowOption = z.strictObject({
  text: plainText(OPTION_TEXT),
  value: z.string().min(1).max(OPTION_VALUE).optional(),
  description: plainText(75).optional(),
  url: z.string().max(3000).optional(),
});

export const options = z.array(option).min(1).max(100);

export const optionGroups = z
  .array(z.strictObject({ label: plainText(75), options }))
  .min(1)
  .max(100);

export const dispatchActionConfig = z.strictObject({
  trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).min(1),
});

export const conversationFilter = z
  .strictObject({
    include: z
      .array(z.enum(['im', 'mpim', 'private', 'public']))
      .min(1)
      .optional(),
    exclude_external_shared_channels: z.boolean().optional(),
    exclude_bot_users: z.boolean().optional(),
  })
  .refine((filter) => Object.keys(filter).length > 0, 'must contain at least one field');

/** Fields of a picture, which has either an address or a file. */
export const picture = {
  image_url: z.string().min(1).max(3000).optional(),
  slack_file: z
    .strictObject({ id: z.string().min(1).optional(), url: z.string().min(1).optional() })
    .refine(({ id, url }) => (id === undefined) !== (url === undefined), 'must provide either id or url')
    .optional(),
  alt_text: z.string().min(1).max(2000),
};

export const hasOnePicture = (image: { image_url?: unknown; slack_file?: unknown }): boolean =>
  (image.image_url === undefined) !== (image.slack_file === undefined);
export const ONE_PICTURE = 'missing required field: image_url or slack_file, exactly one of them';
