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
import { richText } from './rich-text.ts';
import { multiSelects, selects } from './selects.ts';

/** Block elements other than selects, and which of all elements may stand where. */

const named = { action_id: actionId.optional() };
const focusable = { focus_on_load: z.boolean().optional() };
const confirmable = { confirm: confirm.optional() };

/** Slack's own ceiling for what can be typed into one field. */
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

const datepicker = z.strictObject({
  type: z.literal('datepicker'),
  ...named,
  ...confirmable,
  ...focusable,
  placeholder: placeholder.optional(),
  initial_date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
});

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

const datetimepicker = z.strictObject({
  type: z.literal('datetimepicker'),
  ...named,
  ...confirmable,
  ...focusable,
  /** Seconds since the epoch, ten digits. */
  initial_date_time: z.number().int().min(1_000_000_000).max(9_999_999_999).optional(),
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

const emailInput = z.strictObject({
  type: z.literal('email_text_input'),
  ...typed,
  initial_value: z.string().optional(),
});

const urlInput = z.strictObject({
  type: z.literal('url_text_input'),
  ...typed,
  initial_value: z.string().optional(),
});

const fileInput = z.strictObject({
  type: z.literal('file_input'),
  ...named,
  filetypes: z.array(z.string().min(1)).min(1).optional(),
  max_files: z.number().int().min(1).max(10).optional(),
});

const richTextInput = z.strictObject({
  type: z.literal('rich_text_input'),
  ...typed,
  initial_value: richText.optional(),
  min_lines: z.number().int().min(1).optional(),
  max_lines: z.number().int().min(1).optional(),
});

const chosen = [
  ...selects,
  ...multiSelects,
  radioButtons,
  checkboxes,
  datepicker,
  timepicker,
  datetimepicker,
] as const;

export const accessory = z.discriminatedUnion('type', [button, overflow, imageElement, ...chosen]);
export const actionsElement = z.discriminatedUnion('type', [button, overflow, richTextInput, ...chosen]);
export const inputElement = z.discriminatedUnion('type', [
  ...chosen,
  plainTextInput,
  numberInput,
  emailInput,
  urlInput,
  fileInput,
  richTextInput,
]);
