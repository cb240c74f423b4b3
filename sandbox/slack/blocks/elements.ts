import { z } from 'zod';
import {
  actionId,
  confirm,
  dispatchActionConfig,
  hasOnePicture,
  ONE_PICTURE,
  overflowOption,
  picture,
  placeholder,
  plainText,
  richOption,
} from './objects.ts';
import { selects } from './selects.ts';

/** The block elements that Deckhand uses, except selects, and the blocks that may contain them. */

const named = { action_id: actionId.optional() };
const focusable = { focus_on_load: z.boolean().optional() };
const confirmable = { confirm: confirm.optional() };

/** Slack's limit for the text of one field, in characters. */
export const TEXT_INPUT_LIMIT = 3000;

export const button = z.strictObject({
  type: z.literal('button'),
  ...named,
  ...confirmable,
  text: plainText(75),
  url: z.string().max(3000).optional(),
  value: z.string().max(2000).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: z.string().max(75).optional(),
});

export const imageElement = z
  .strictObject({ type: z.literal('image'), ...picture })
  .refine(hasOnePicture, ONE_PICTURE);

const overflow = z.strictObject({
  type: z.literal('overflow'),
  ...named,
  ...confirmable,
  options: z.array(overflowOption).min(1).max(5),
});

const isAmong = (options: { value: string }[], chosen: { value: string }[]): boolean =>
  chosen.every(({ value }) => options.some((option) => option.value === value));
const NOT_AMONG = 'initial option was not found in options';

const radioButtons = z
  .strictObject({
    type: z.literal('radio_buttons'),
    ...named,
    ...confirmable,
    ...focusable,
    options: z.array(richOption).min(1).max(10),
    initial_option: richOption.optional(),
  })
  .refine(({ options, initial_option: initial }) => !initial || isAmong(options, [initial]), NOT_AMONG);

const checkboxes = z
  .strictObject({
    type: z.literal('checkboxes'),
    ...named,
    ...confirmable,
    ...focusable,
    options: z.array(richOption).min(1).max(10),
    initial_options: z.array(richOption).min(1).optional(),
  })
  .refine(({ options, initial_options: initial = [] }) => isAmong(options, initial), NOT_AMONG);

const timepicker = z.strictObject({
  type: z.literal('timepicker'),
  ...named,
  ...confirmable,
  ...focusable,
  placeholder: placeholder.optional(),
  initial_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  timezone: z.string().optional(),
});

const typed = {
  ...named,
  ...focusable,
  placeholder: placeholder.optional(),
  dispatch_action_config: dispatchActionConfig.optional(),
};

const plainTextInput = z
  .strictObject({
    type: z.literal('plain_text_input'),
    ...typed,
    initial_value: z.string().max(TEXT_INPUT_LIMIT).optional(),
    multiline: z.boolean().optional(),
    min_length: z.number().int().min(0).max(TEXT_INPUT_LIMIT).optional(),
    max_length: z.number().int().min(1).max(TEXT_INPUT_LIMIT).optional(),
  })
  .refine(
    (input) => (input.min_length ?? 0) <= (input.max_length ?? TEXT_INPUT_LIMIT),
    'min_length must not exceed max_length',
  );

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const numberInput = z.strictObject({
  type: z.literal('number_input'),
  ...typed,
  is_decimal_allowed: z.boolean(),
  initial_value: decimal.optional(),
  min_value: decimal.optional(),
  max_value: decimal.optional(),
});

const fileInput = z.strictObject({
  type: z.literal('file_input'),
  ...named,
  filetypes: z.array(z.string().min(1)).min(1).optional(),
  max_files: z.number().int().min(1).max(10).optional(),
});

const chosen = [...selects, radioButtons, checkboxes, timepicker] as const;

export const accessory = z.discriminatedUnion('type', [button, overflow, imageElement, ...chosen]);
export const actionsElement = z.discriminatedUnion('type', [button, overflow, ...chosen]);
export const inputElement = z.discriminatedUnion('type', [...chosen, plainTextInput, numberInput, fileInput]);
