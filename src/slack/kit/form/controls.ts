import type { ConversationsSelect, InputBlock, InputBlockElement, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { clip, thousands } from '../../../text.ts';
import { isNotice } from '../menu-notices.ts';
import { oneLine, plain } from '../text.ts';
import type { Control, Labels, Values } from './field.ts';

/** Inputs with everything but their meaning. */

/** What a fixed menu offers: the word that it stands for, and what people read. */
export type Choices<Word extends string = string> = readonly (readonly [Word, string])[];

/** An option of a searchable menu. */
export interface Choice {
  id: string;
  name: string;
}

/** Slack's limit for what one text field holds, in characters. */
export const FIELD_LIMIT = 3000;

interface TextOptions {
  /** characters */
  limit: number;
  /** Kept as typed; without it all is on one line. */
  multiline?: boolean;
  placeholder?: string;
  /** Slack tells us of a change only when Enter is pressed. */
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
      z.string().max(limit, { error: ({ input }) => tooLong('This', String(input).length, limit) }),
      z.string().optional(),
      { decode: (typed) => typed || undefined, encode: (value) => value ?? '' },
    ),
  };
}

export function tooLong(what: string, length: number, limit: number): string {
  return `${what} has ${thousands(length)} characters; ${thousands(limit)} fit.`;
}

/** Longer numbers than these are wrong anyway. */
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

/** Whatever a menu cannot leave open is its first choice. */
export function menu<const Word extends string>(choices: Choices<Word>): Control<Word, Word> {
  return {
    ...single<Word>(
      (raw) => ({ type: 'static_select', ...chosen(choices, raw) }),
      ({ selected_option }) => wordIn(choices, selected_option?.value),
    ),
    ...oneOf(choices),
    asDefault: unsettableMenu(choices),
  };
}

export function radio<const Word extends string>(choices: Choices<Word>): Control<Word, Word> {
  return {
    ...single<Word>(
      (raw) => ({ type: 'radio_buttons', ...chosen(choices, raw) }),
      ({ selected_option }) => wordIn(choices, selected_option?.value),
    ),
    ...oneOf(choices),
  };
}

/** @param placeholder what holds where nothing is chosen */
export function optionalMenu<const Word extends string>(
  choices: Choices<Word>,
  placeholder?: string,
): Control<Word | undefined, Word | undefined> {
  return {
    ...single<Word | undefined>(
      (raw) => ({
        type: 'static_select',
        ...chosen(choices, raw),
        ...(placeholder && { placeholder: plain(placeholder, 150) }),
      }),
      ({ selected_option }) => wordIn(choices, selected_option?.value),
    ),
    ...optionalOneOf(choices),
    asDefault: unsettableMenu(choices),
  };
}

/** A menu cannot be emptied, so this stands for "no default". */
const UNSET = 'unset';

function unsettableMenu<Word extends string>(
  choices: Choices<Word>,
): Control<Word | undefined, Word | undefined> {
  return {
    ...single<Word | undefined>(
      (raw) => ({ type: 'static_select', ...chosen([[UNSET, 'No default'], ...choices], raw ?? UNSET) }),
      ({ selected_option }) => wordIn(choices, selected_option?.value),
    ),
    ...optionalOneOf(choices),
  };
}

export function checkboxes<const Word extends string>(choices: Choices<Word>): Control<Word[], Word[]> {
  const words = z.array(z.enum(wordsOf(choices)));
  return {
    ...single<Word[]>(
      (raw) => {
        const options = choices.map(([id, name]) => option({ id, name }));
        const initial = choices.flatMap(([word], index) => (raw.includes(word) ? [options[index]] : []));
        return {
          type: 'checkboxes',
          options,
          ...(initial.length > 0 && { initial_options: initial.filter((each) => each !== undefined) }),
        };
      },
      ({ selected_options }) => {
        const ticked = selected_options?.map(({ value }) => value) ?? [];
        return choices.flatMap(([word]) => (ticked.includes(word) ? [word] : []));
      },
    ),
    empty: [],
    raw: words,
    schema: words,
  };
}

const choice = z.object({ id: z.string(), name: z.string() });

type Search = Control<Choice | undefined, Choice | undefined>;

/**
 * A menu whose options are asked for as the person types, from the first character on.
 * @param what is searched: its `action_id`, by which the search is answered, whatever the block is called
 */
export function search(what: string, placeholder: string): Search {
  return { ...searchMenu(what, placeholder), asDefault: searchMenu(what, 'No default') };
}

function searchMenu(what: string, placeholder: string): Search {
  return {
    ...single<Choice | undefined>(
      (raw) => ({
        type: 'external_select',
        min_query_length: 0,
        placeholder: plain(placeholder, 150),
        ...(raw && isOffered(raw) && { initial_option: option(raw) }),
      }),
      ({ selected_option: found }) => (found ? { id: found.value, name: found.text.text } : undefined),
      what,
    ),
    empty: undefined,
    raw: choice.optional(),
    schema: choice
      .refine(({ id }) => !isNotice(id), `This is not a ${what}. Search again, or leave it empty.`)
      .optional(),
  };
}

/** A conversation of Slack, by its id. @param more what else the element says */
export function conversation(
  more: Partial<ConversationsSelect>,
): Control<string | undefined, string | undefined> {
  return {
    ...single<string | undefined>(
      (raw) => ({ type: 'conversations_select', ...more, ...(raw && { initial_conversation: raw }) }),
      ({ selected_conversation }) => selected_conversation ?? undefined,
    ),
    ...anyText,
  };
}

export function person(): Control<string | undefined, string | undefined> {
  return {
    ...single<string | undefined>(
      (raw) => ({ type: 'users_select', ...(raw && { initial_user: raw }) }),
      ({ selected_user }) => selected_user ?? undefined,
    ),
    ...anyText,
  };
}

const anyText = { empty: undefined, raw: z.string().optional(), schema: z.string().optional() };

/** `09:00` */
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

/** Never on display: a value that goes along with the form. */
export function carriedOnly<Value>(
  value: z.ZodType<Value | undefined, Value | undefined>,
): Control<Value | undefined, Value | undefined> {
  return { empty: undefined, raw: value, schema: value, blocks: () => [], read: () => undefined };
}

type State = Values[string][string];

/** A control of one element. */
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

/** Slack's limit for an option's text and value, in characters. */
const OPTION_LIMIT = 75;

export function option({ id, name }: Choice): PlainTextOption {
  return { text: plain(name, OPTION_LIMIT), value: id };
}

/** An id that is too long cannot come back from a menu. */
export function isOffered({ id }: Choice): boolean {
  return id.length > 0 && id.length <= OPTION_LIMIT;
}

function chosen(choices: Choices, word: string | undefined) {
  const options = choices.map(([id, name]) => option({ id, name }));
  const initial = options.find(({ value }) => value === word);
  return { options, ...(initial && { initial_option: initial }) };
}

function wordIn<Word extends string>(choices: Choices<Word>, value: string | undefined): Word | undefined {
  return choices.find(([word]) => word === value)?.[0];
}

function oneOf<Word extends string>(choices: Choices<Word>) {
  const words = z.enum(wordsOf(choices));
  return { empty: wordsOf(choices)[0] as Word, raw: words, schema: words };
}

function optionalOneOf<Word extends string>(choices: Choices<Word>) {
  const words = z.enum(wordsOf(choices)).optional();
  return { empty: undefined, raw: words, schema: words };
}

function wordsOf<Word extends string>(choices: Choices<Word>): Word[] {
  return choices.map(([word]) => word);
}
