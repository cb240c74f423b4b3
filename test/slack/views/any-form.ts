import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import fc from 'fast-check';
import { initialState } from '../../../sandbox/slack/views/state.ts';
import { type AskForm, askForm } from '../../../src/slack/kit/ask-fields/ask-form.ts';
import { askFields } from '../../../src/slack/kit/ask-fields/fields.ts';
import { partInTwo, partPrompt } from '../../../src/slack/kit/ask-fields/prompt.ts';
import type { Values } from '../../../src/slack/kit/form/field.ts';
import type { Entries, Fields, Form } from '../../../src/slack/kit/form/form.ts';

/** Slack's part: what comes back when a view is sent in with its fields as they were drawn. */
export function asDrawn(view: ModalView): {
  private_metadata: string;
  state: { values: Values };
} {
  return {
    private_metadata: view.private_metadata ?? '',
    state: { values: initialState(view.blocks as KnownBlock[]) as never },
  };
}

/** Nothing that Slack or the form would tidy. */
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

/** Whatever a person can put into an element. */
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
      throw new Error(`nothing is said here about what people put into a ${element.type}`);
  }
}

/**
 * Entries for every field of a table, the one that was added last included: whatever its element takes, or nothing.
 * @param special where the element does not say enough
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
    // The option "No default" stands for nothing.
    const entry = isMenu ? entered.map(read) : entered;
    const isOptional = control.empty === undefined;
    return [key, isOptional ? fc.option(entry, { nil: undefined }) : entry] as const;
  });
  return fc.record(Object.fromEntries(entries));
}

/** Any form that can stand in Slack, without a file (which Slack fills in by itself). */
export const anyForm = anyEntries(askFields, {
  prompt: fc.string({ maxLength: 9000, unit: 'grapheme' }).map((text) => partPrompt(text.trim())),
  imageStyle: fc.string({ maxLength: 5000, unit: 'grapheme-ascii' }).map((text) => partInTwo(text.trim())),
  file: fc.constant(undefined),
  source: fc.option(
    fc.record({ channel: fc.constant('C1'), ts: fc.constant('1700000000.000100'), name: line(100) }),
    { nil: undefined },
  ),
}) as fc.Arbitrary<AskForm>;

/**
 * Entries with nothing wrong in them: what is wrong is replaced.
 * @param right by what; else a field is as it is at first
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

const rightAsk: Partial<AskForm> = {
  prompt: partPrompt('Spring launch'),
  channel: 'C1',
  template: { id: 't1', name: 'Pitch' },
};

/** A form that can be sent in. */
export const rightForm = anyForm.map((form): AskForm => {
  const right = mended(askForm, form, rightAsk);
  return right.recipients ? right : { ...right, recipientAccess: undefined };
});
