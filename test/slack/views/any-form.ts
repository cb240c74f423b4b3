import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import fc from 'fast-check';
import { initialState } from '../../../sandbox/slack/views/state.ts';
import { type AskForm, askForm } from '../../../src/slack/kit/ask-fields/ask-form.ts';
import { askFields } from '../../../src/slack/kit/ask-fields/fields.ts';
import { splitInTwo, splitPrompt } from '../../../src/slack/kit/ask-fields/prompt.ts';
import type { Values } from '../../../src/slack/kit/form/field.ts';
import type { Entries, Fields, Form } from '../../../src/slack/kit/form/form.ts';

/** Returns the view that Slack submits if the person changes nothing. */
export function asDrawn(view: ModalView): {
  private_metadata: string;
  state: { values: Values };
} {
  return {
    private_metadata: view.private_metadata ?? '',
    state: { values: initialState(view.blocks as KnownBlock[]) as never },
  };
}

/** A line of text that neither Slack nor the form changes. */
function line(maxLength: number): fc.Arbitrary<string> {
  return fc
    .oneof(
      fc.string({ maxLength, unit: 'grapheme' }),
      fc.nat(maxLength).map((length) => '"'.repeat(length)),
    )
    .map((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .filter((text) => text.length <= maxLength);
}

const named = fc.record({
  id: fc.string({ minLength: 1, maxLength: 75, unit: 'grapheme-ascii' }),
  name: line(75).filter((name) => name !== ''),
});

type Element = InputBlock['element'];

function optionsOf(element: Extract<Element, { type: 'static_select' | 'radio_buttons' }>) {
  const groups = 'option_groups' in element ? (element.option_groups ?? []) : [];
  return [...(element.options ?? []), ...groups.flatMap(({ options }) => options)];
}

/** Anything that a person can enter into an element. */
function entryIn(element: Element): fc.Arbitrary<unknown> {
  switch (element.type) {
    case 'plain_text_input':
      return line(element.max_length ?? 3000);
    case 'number_input':
      return fc.oneof(fc.constant(''), fc.integer({ min: -9, max: 1000 }).map(String));
    case 'static_select':
    case 'radio_buttons':
      return fc.constantFrom(...optionsOf(element).map(({ value }) => value));
    case 'checkboxes':
      return fc.subarray(element.options.map(({ value }) => value));
    case 'external_select':
      return named;
    case 'conversations_select':
      return fc.constant('C1');
    case 'users_select':
      return fc.constantFrom('UANA', 'UBEN');
    case 'timepicker':
      return fc.constantFrom('', '00:00', '09:00', '23:45');
    default:
      throw new Error(`no arbitrary for a ${element.type}`);
  }
}

/**
 * Returns an arbitrary of entries for all fields of a table: anything that the element of the field accepts, or nothing.
 * @param special arbitraries of fields whose element does not tell what is valid
 */
export function anyEntries<F extends Fields>(fields: F, special: Record<string, fc.Arbitrary<unknown>> = {}) {
  const entries = Object.entries(fields).map(([key, { id, control, ...labels }]) => {
    if (special[key]) return [key, special[key]] as const;
    const [block] = control.blocks(id, labels, control.empty);
    const isMenu = block?.element.type === 'static_select';
    const read = (value: unknown) =>
      control.read(
        id,
        { [id]: { [id]: { type: 'static_select', selected_option: { value } as never } } },
        undefined,
      );
    const entered = block ? entryIn(block.element) : fc.constant(undefined);
    // The option "No default" means an empty value.
    const entry = isMenu ? entered.map(read) : entered;
    const isOptional = control.empty === undefined;
    return [key, isOptional ? fc.option(entry, { nil: undefined }) : entry] as const;
  });
  return fc.record(Object.fromEntries(entries));
}

/** A text with sections, whose titles are in `sectionTitles`. */
export const TWO_SECTIONS = '# Goals\n\nMore bread\n\n# Costs\n\nMore flour';

/** Any content of the form of an ask, except a file, which Slack cannot prefill. */
export const anyForm = anyEntries(askFields, {
  prompt: fc
    .oneof(fc.string({ maxLength: 9000, unit: 'grapheme' }), fc.constant(TWO_SECTIONS))
    .map((text) => splitPrompt(text.trim())),
  sectionTitles: fc.option(fc.constant(['Goals', 'Costs']), { nil: undefined }),
  outline: fc.constantFrom('', '2. Costs\n1. Aims', '1 + 2. Plan', '2. Costs', 'Other'),
  isGiven: fc.constant(undefined),
  imageStyle: fc.string({ maxLength: 5000, unit: 'grapheme-ascii' }).map((text) => splitInTwo(text.trim())),
  file: fc.constant([]),
  source: fc.option(
    fc.record({ channel: fc.constant('C1'), ts: fc.constant('1700000000.000100'), name: line(100) }),
    { nil: undefined },
  ),
}) as fc.Arbitrary<AskForm>;

/**
 * Replaces invalid entries, so that the form is valid.
 * @param right replacements by field; if omitted, the initial entry
 */
export function mended<F extends Fields, Around, Target>(
  form: Form<F, Around, Target>,
  entries: Entries<F> & Around,
  right: object = {},
): Entries<F> & Around {
  const faults = form.check(entries);
  const instead = Object.entries({ ...form.initial, ...right });
  const mending = instead.filter(([key]) => faults[form.fields[key]?.id ?? '']);
  return { ...entries, ...Object.fromEntries(mending) };
}

/** Replacements for invalid entries. */
const rightAsk: Partial<AskForm> = {
  prompt: splitPrompt('Spring launch'),
  channel: 'C1',
  template: { id: 't1', name: 'Pitch' },
};

/** Any valid content of the form. */
export const rightForm = anyForm.map((form): AskForm => {
  // Twice, because a replacement can show a field that was hidden, and so was not checked.
  const right = mended(askForm, mended(askForm, form, rightAsk), rightAsk);
  return right.recipients ? right : { ...right, recipientAccess: undefined };
});
