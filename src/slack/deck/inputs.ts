import type {
  ExternalSelect,
  InputBlock,
  InputBlockElement,
  PlainTextOption,
  StaticSelect,
} from '@slack/types';
import type { Choice } from '../kit/form/controls.ts';
import { clip, plain } from '../kit/text.ts';

/**
 * Input blocks with everything but their meaning. `initial_…` is what the form holds, so that no redraw loses
 * it.
 */

interface Labels {
  label: string;
  hint?: string;
  required?: boolean;
}

export function input(
  field: string,
  { label, hint, required }: Labels,
  element: InputBlockElement,
): InputBlock {
  return {
    type: 'input',
    block_id: field,
    label: plain(label, 2000),
    ...(hint && { hint: plain(hint, 2000) }),
    optional: !required,
    element: { ...element, action_id: field },
  };
}

interface TextOptions {
  limit: number;
  multiline?: boolean;
  placeholder?: string;
}

export function textInput(field: string, labels: Labels, value: string, options: TextOptions): InputBlock {
  const { limit, multiline = false, placeholder } = options;
  return input(field, labels, {
    type: 'plain_text_input',
    multiline,
    max_length: limit,
    ...(placeholder && { placeholder: plain(placeholder, 150) }),
    // Whole: the person who typed it still has it before them and will see it refused rather than find it
    // cut.
    ...(value && { initial_value: clip(value, limit) }),
  });
}

/** A menu of few choices; the first of each pair goes to the service, the second is shown. */
export function menu(
  field: string,
  labels: Labels,
  choices: readonly (readonly [string, string])[],
  value: string | undefined,
  placeholder?: string,
): InputBlock {
  const options = choices.map(([id, name]) => option({ id, name }));
  const initial = options.find((each) => each.value === value);
  const element: StaticSelect = {
    type: 'static_select',
    options,
    ...(placeholder && { placeholder: plain(placeholder, 150) }),
    ...(initial && { initial_option: initial }),
  };
  return input(field, labels, element);
}

/** A menu whose options are asked for as the person types, from the first character on. */
export function searchMenu(
  field: string,
  labels: Labels,
  value: Choice | undefined,
  placeholder: string,
): InputBlock {
  const element: ExternalSelect = {
    type: 'external_select',
    min_query_length: 0,
    placeholder: plain(placeholder, 150),
    ...(value && isOffered(value) && { initial_option: option(value) }),
  };
  return input(field, labels, element);
}

/** Slack's limits for an option's text and value, in characters. */
const OPTION_LIMIT = 75;

export function option({ id, name }: Choice): PlainTextOption {
  return { text: plain(name, OPTION_LIMIT), value: id };
}

/** An id that is too long cannot come back from a menu. */
export function isOffered({ id }: Choice): boolean {
  return id.length > 0 && id.length <= OPTION_LIMIT;
}
