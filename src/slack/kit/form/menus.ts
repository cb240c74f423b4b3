import type { InputBlockElement, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { clip } from '../../../text.ts';
import { plain } from '../blocks/text.ts';
import { single } from './controls.ts';
import type { Control } from './field.ts';

/** Menus, radio buttons and checkboxes whose options come from Deckhand. */

/** Fixed options of a menu. Each has a value, a text, and optionally a sentence below the text. */
export type Choices<Word extends string = string> = readonly (readonly [
  value: Word,
  text: string,
  description?: string,
])[];

/** An option of a searchable menu, such as a theme or a folder. */
export interface Choice {
  id: string;
  name: string;
  description?: string | undefined;
}

/** Returns a menu in which one option is always selected, at first the first option. */
export function menu<const Word extends string>(choices: Choices<Word>): Control<Word, Word> {
  const select = choosing(choices, (options) => ({ type: 'static_select', ...options }));
  return { ...select, ...oneOf(choices), asDefault: menuOfDefaults(choices) };
}

/** Returns radio buttons. Initially the first option is selected. */
export function radio<const Word extends string>(choices: Choices<Word>): Control<Word, Word> {
  const buttons = choosing(choices, (options) => ({ type: 'radio_buttons', ...options }));
  return { ...buttons, ...oneOf(choices) };
}

/** Returns a menu in which nothing has to be selected. @param placeholder shown while nothing is selected; says what Deckhand then uses */
export function optionalMenu<const Word extends string>(
  choices: Choices<Word>,
  placeholder: string,
): Control<Word | undefined, Word | undefined> {
  const text = plain(placeholder, 150);
  const select = choosing(choices, (options) => ({ type: 'static_select', ...options, placeholder: text }));
  return { ...select, ...optionalOneOf(choices), asDefault: menuOfDefaults(choices) };
}

/** Returns a menu with its options in groups, in which nothing has to be selected. */
export function groupedMenu<const Word extends string>(
  groups: readonly (readonly [name: string, Choices<Word>])[],
  placeholder: string,
): Control<Word | undefined, Word | undefined> {
  const choices = groups.flatMap(([, some]) => some);
  const option_groups = groups.map(([name, some]) => ({
    label: plain(name, OPTION_LIMIT),
    options: some.map(optionOf),
  }));
  const select = choosing(choices, ({ initial_option }) => ({
    type: 'static_select',
    option_groups,
    placeholder: plain(placeholder, 150),
    ...(initial_option && { initial_option }),
  }));
  return { ...select, ...optionalOneOf(choices) };
}

/** Option "No default" in menus of the form of defaults. It is needed because a person cannot clear a menu in Slack. */
const UNSET = ['unset', 'No default'] as const;

function menuOfDefaults<Word extends string>(
  choices: Choices<Word>,
): Control<Word | undefined, Word | undefined> {
  const select = choosing(choices, (options) => ({ type: 'static_select', ...options }), UNSET);
  return { ...select, ...optionalOneOf(choices) };
}

interface Offered {
  options: PlainTextOption[];
  initial_option?: PlainTextOption;
}

/** Returns the functions that draw and read a menu or radio buttons. @param unset first option, which is selected if there is no value */
function choosing<Word extends string>(
  choices: Choices<Word>,
  element: (offered: Offered) => InputBlockElement,
  unset?: Choices[number],
) {
  const options = [...(unset ? [unset] : []), ...choices].map(optionOf);
  return single<Word | undefined>(
    (raw) => {
      const initial = options.find(({ value }) => value === (raw ?? unset?.[0]));
      return element({ options, ...(initial && { initial_option: initial }) });
    },
    ({ selected_option }) => wordsOf(choices).find((word) => word === selected_option?.value),
  );
}

/**
 * Returns a menu in which several options can be chosen. Without options, the menu is not shown and its value is kept.
 * @param most maximum number of chosen options
 */
export function severalOf(choices: Choice[], most: number): Control<string[], string[]> {
  const options = choices.filter(isOffered).slice(0, GROUPED_LIMIT).map(option);
  const ids = z.array(z.string().max(OPTION_LIMIT)).max(most);
  const { blocks, read } = single<string[]>(
    (raw) => {
      const initial = options.filter(({ value = '' }) => raw.includes(value));
      return {
        type: 'multi_static_select',
        option_groups: inGroups(options),
        max_selected_items: most,
        ...(initial.length > 0 && { initial_options: initial }),
      };
    },
    ({ selected_options: chosen }) => chosen?.map(({ value }) => value),
  );
  const drawn: typeof blocks = (...field) => (options.length > 0 ? blocks(...field) : []);
  return { blocks: drawn, read, empty: [], raw: ids, schema: ids };
}

/** Slack's maximum number of options in a group, and of groups in a menu. */
const GROUP_LIMIT = 100;
/** Maximum number of options in a menu with groups. With more, the view would exceed Slack's maximum size (250 KB). */
const GROUPED_LIMIT = 500;

/** Divides options into groups. The label of a group is made of the names of its first and last option, such as "Alps – Coast". */
function inGroups(options: PlainTextOption[]) {
  const starts = Array.from({ length: Math.ceil(options.length / GROUP_LIMIT) }, (_, at) => at * GROUP_LIMIT);
  return starts.map((start) => {
    const some = options.slice(start, start + GROUP_LIMIT);
    const [first, last] = [some[0], some.at(-1)].map((one) => clip(one?.text.text ?? '', 30));
    return { label: plain(first === last ? `${first}` : `${first} – ${last}`, OPTION_LIMIT), options: some };
  });
}

export function checkboxes<const Word extends string>(choices: Choices<Word>): Control<Word[], Word[]> {
  const words = z.array(z.enum(wordsOf(choices)));
  const options = choices.map(optionOf);
  return {
    ...single<Word[]>(
      (raw) => {
        const initial = options.filter(({ value }) => raw.some((word) => word === value));
        return { type: 'checkboxes', options, ...(initial.length > 0 && { initial_options: initial }) };
      },
      ({ selected_options: checked }) =>
        wordsOf(choices).filter((word) => checked?.some(({ value }) => value === word)),
    ),
    empty: [],
    raw: words,
    schema: words,
  };
}

const choice = z.object({ id: z.string(), name: z.string() });

type Search = Control<Choice | undefined, Choice | undefined>;

/**
 * Returns a searchable menu. While the person types, Slack requests matching options from Deckhand.
 * @param what kind of object to search for, such as `theme`, and the menu's `action_id` in the route table
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
      .refine(
        (found) => isOffered(found) && !isNotice(found.id),
        `This is not a ${what}. Search again, or leave it empty.`,
      )
      .optional(),
  };
}

/** Slack's maximum length of an option's text, value and description, in characters. */
const OPTION_LIMIT = 75;

/** Returns an option object for Slack. Its texts are cut to Slack's limit. */
export function option({ id, name, description }: Choice): PlainTextOption {
  return {
    text: plain(name, OPTION_LIMIT),
    value: id,
    ...(description && { description: plain(description, OPTION_LIMIT) }),
  };
}

function optionOf([id, name, description]: Choices[number]): PlainTextOption {
  return option({ id, name, description });
}

/** Returns true if the id is short enough to be the value of a menu option. */
export function isOffered({ id }: Choice): boolean {
  return id.length > 0 && id.length <= OPTION_LIMIT;
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

/** Prefix of the values of options that are only notices. A person cannot choose such an option. */
const PREFIX = 'deckhand-notice:';

/** Returns an option that says why a menu's options could not be loaded. A menu cannot show text except in an option. */
export function noticeOption(reason: string, sentence: string): PlainTextOption {
  return { text: plain(sentence, OPTION_LIMIT), value: `${PREFIX}${reason}` };
}

function isNotice(value: string): boolean {
  return value.startsWith(PREFIX);
}
