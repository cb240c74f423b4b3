import type { ConversationsSelect, InputBlock, InputBlockElement } from '@slack/types';
import { z } from 'zod';
import { PERSON_ID } from '../../../actor.ts';
import { characterCount, clip, thousands } from '../../../text.ts';
import { oneLine, plain } from '../blocks/text.ts';
import type { Control, Labels, Values } from './field.ts';

/** Controls for typed text, and menus that Slack fills, such as the menu of people. Menus that Deckhand fills are in menus.ts. */

/** Slack's maximum length of the text of one input, in characters. */
export const FIELD_LIMIT = 3000;

interface TextOptions {
  /** Maximum length of the text, in characters. */
  limit: number;
  /** If omitted or false, line breaks become spaces. */
  multiline?: boolean;
  placeholder?: string;
  /** If true, Slack reports a change only when the person presses Enter. Needs `dispatch: true` on the field. */
  onEnter?: boolean;
}

export function text(options: TextOptions): Control<string, string | undefined> {
  const { limit, multiline = false, placeholder, onEnter } = options;
  const fits = Math.min(limit, FIELD_LIMIT);
  return {
    ...single<string>(
      (raw) => ({
        type: 'plain_text_input',
        multiline,
        max_length: fits,
        ...(placeholder && { placeholder: plain(placeholder, 150) }),
        ...(onEnter && { dispatch_action_config: { trigger_actions_on: ['on_enter_pressed'] } }),
        ...(raw && { initial_value: clip(raw, fits) }),
      }),
      ({ value }) => (multiline ? (value ?? '').toWellFormed() : oneLine(value ?? '')),
    ),
    empty: '',
    raw: z.string(),
    schema: z.codec(
      z.string().max(limit, { error: ({ input }) => tooLong('This', characterCount(String(input)), limit) }),
      z.string().optional(),
      { decode: (typed) => typed || undefined, encode: (value) => value ?? '' },
    ),
  };
}

export function tooLong(what: string, length: number, limit: number): string {
  return `${what} has ${thousands(length)} characters; ${thousands(limit)} fit.`;
}

/** Maximum number of characters that are read from a number input. Longer input is invalid anyway. */
const DIGITS = 12;

export function wholeNumber(min: number, max: number, required = false): Control<string, number | undefined> {
  const error = `Give a whole number from ${min} to ${max}${required ? '' : ', or leave it empty'}.`;
  const isRight = (typed: string) => /^\d{1,9}$/.test(typed) && Number(typed) >= min && Number(typed) <= max;
  return {
    ...single<string>(
      (raw) => ({
        type: 'number_input',
        is_decimal_allowed: false,
        min_value: String(min),
        max_value: String(max),
        ...(/^-?\d+(\.\d+)?$/.test(raw) && { initial_value: raw }),
      }),
      ({ value }) => oneLine(value ?? '').slice(0, DIGITS),
    ),
    empty: '',
    raw: z.string(),
    schema: z.codec(
      z.string().refine((typed) => (typed === '' && !required) || isRight(typed), error),
      z.number().optional(),
      {
        decode: (typed) => (typed === '' ? undefined : Number(typed)),
        encode: (value) => String(value ?? ''),
      },
    ),
  };
}

/** Returns a menu of Slack conversations. Its value is a conversation's id. @param more further properties of Slack's menu element */
export function conversation(
  more: Partial<ConversationsSelect>,
): Control<string | undefined, string | undefined> {
  return {
    ...single<string | undefined>(
      (raw) => ({ type: 'conversations_select', ...more, ...(raw && { initial_conversation: raw }) }),
      ({ selected_conversation }) => selected_conversation ?? undefined,
    ),
    ...idOf(/^[CDG][A-Z0-9]+$/, 'Choose a conversation.'),
  };
}

/** Returns a menu of the people in the team. Its value is a user id. */
export function person(): Control<string | undefined, string | undefined> {
  return {
    ...single<string | undefined>(
      (raw) => ({ type: 'users_select', ...(raw && { initial_user: raw }) }),
      ({ selected_user }) => selected_user ?? undefined,
    ),
    ...idOf(PERSON_ID, 'Choose a person.'),
  };
}

/** Returns a menu of the people in the team in which several can be chosen. Its value is a list of user ids. */
export function people(): Control<string[], string[]> {
  return {
    ...single<string[]>(
      (raw) => ({ type: 'multi_users_select', ...(raw.length > 0 && { initial_users: raw }) }),
      ({ selected_users }) => selected_users ?? [],
    ),
    ...idsOf(PERSON_ID, 'Choose people.'),
  };
}

/** Returns a menu of channels in which several can be chosen. Its value is a list of channel ids. */
export function channels(): Control<string[], string[]> {
  return {
    ...single<string[]>(
      (raw) => ({
        type: 'multi_conversations_select',
        filter: { include: ['public', 'private'] },
        ...(raw.length > 0 && { initial_conversations: raw }),
      }),
      ({ selected_conversations }) => selected_conversations ?? [],
    ),
    ...idsOf(/^[CG][A-Z0-9]+$/, 'Choose channels.'),
  };
}

function idsOf(shape: RegExp, error: string) {
  const ids = z.array(z.string().regex(shape, error));
  return { empty: [], raw: ids, schema: ids };
}

/** Returns the schema of an optional id. Checks only the format: admission checks whether the actor may use the conversation. */
function idOf(shape: RegExp, error: string) {
  const id = z.string().regex(shape, error).optional();
  return { empty: undefined, raw: id, schema: id };
}

/** Returns a time picker. Its value is a time such as `09:00`. */
export function timeOfDay(): Control<string, string> {
  return {
    ...single<string>(
      (raw) => ({ type: 'timepicker', ...(/^\d\d:\d\d$/.test(raw) && { initial_time: raw }) }),
      ({ selected_time }) => selected_time ?? '',
    ),
    empty: '',
    raw: z.string(),
    schema: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Choose a time of day.'),
  };
}

/** Returns the control of a field that is never visible. The value is kept in the metadata of the view. */
export function hiddenValue<Value>(
  value: z.ZodType<Value | undefined, Value | undefined>,
): Control<Value | undefined, Value | undefined> {
  return { empty: undefined, raw: value, schema: value, blocks: () => [], read: () => undefined };
}

type State = Values[string][string];

/** Returns the functions that draw and read a control with one element. @param action the element's `action_id`. Default: the field's id */
export function single<Raw>(
  element: (raw: Raw) => InputBlockElement,
  read: (state: State) => Raw | undefined,
  action?: string,
): Pick<Control<Raw, unknown>, 'blocks' | 'read'> {
  return {
    blocks: (id, labels, raw) => [input(id, labels, { ...element(raw), action_id: action ?? id })],
    read(id, values) {
      const state = values[id]?.[action ?? id];
      return state && read(state);
    },
  };
}

export function input(id: string, { label, hint, required }: Labels, element: InputBlockElement): InputBlock {
  return {
    type: 'input',
    block_id: id,
    label: plain(label, 2000),
    ...(hint && { hint: plain(hint, 2000) }),
    optional: !required,
    element,
  };
}
