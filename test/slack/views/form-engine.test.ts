import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hiddenValue, text, wholeNumber } from '../../../src/slack/kit/form/controls.ts';
import { at, fieldsFor, inOrder, inside, type Values } from '../../../src/slack/kit/form/field.ts';
import { dispatching, type Entries, formOf } from '../../../src/slack/kit/form/form.ts';
import { checkboxes, menu, optionalMenu, search } from '../../../src/slack/kit/form/menus.ts';
import { anyEntries, asDrawn } from './any-form.ts';

/** A form that is used only here, with one field for each feature of the form engine. */
interface Pizza {
  size: 'small' | 'large';
  slices?: number | undefined;
  name?: string | undefined;
  top?: { cheese?: string | undefined; extra?: string[] | undefined };
  table?: string | undefined;
}

interface Context {
  size: 'small' | 'large';
  today: string;
}

const field = fieldsFor<Context, Pizza>();
const within = inside<Pizza>();

const fields = {
  size: field({
    id: 'size',
    section: 'dough',
    label: 'Size',
    required: true,
    control: menu([
      ['small', 'Small'],
      ['large', 'Large'],
    ]),
    initial: 'large',
    dispatch: true,
    ...at<Pizza>()('size'),
    say: (size) => `a ${size} one`,
  }),
  slices: field({
    id: 'slices',
    section: 'dough',
    label: 'Slices',
    control: wholeNumber(2, 12),
    when: ({ size }) => size === 'large',
    ...at<Pizza>()('slices'),
    say: (slices) => `${slices} slices`,
  }),
  name: field({
    id: 'name',
    section: 'more',
    label: 'Name',
    control: text({ limit: 20 }),
    vary: ({ size }) => (size === 'small' ? { section: 'dough', label: 'Name of the child' } : {}),
    missing: 'Say whose it is.',
    check: (name, { today }) => (name === today ? 'That is no name.' : undefined),
    ...at<Pizza>()('name'),
    say: (name) => `for ${name}`,
  }),
  cheese: field({
    id: 'cheese',
    section: 'more',
    label: 'Cheese',
    control: optionalMenu(
      [
        ['feta', 'Feta'],
        ['none', 'None'],
      ],
      'Mozzarella',
    ),
    ...within('top', 'cheese'),
  }),
  extra: field({
    id: 'extra',
    section: 'more',
    label: 'Extra',
    control: checkboxes([
      ['olives', 'Olives'],
      ['capers', 'Capers'],
    ]),
    to: (extra) => ({ top: { extra } }),
    from: ({ top }) => top?.extra as ('olives' | 'capers')[] | undefined,
  }),
  table: field({
    id: 'table',
    label: 'Table',
    control: hiddenValue(z.string().max(5).optional()),
    ...at<Pizza>()('table'),
  }),
};

const form = formOf(fields);
type PizzaForm = Entries<typeof fields>;
const today = 'Monday';
const viewOf = (values: Values, carried: object) => ({
  state: { values },
  private_metadata: JSON.stringify(carried),
});
const filled: PizzaForm & Context = { ...form.initial, name: 'Ana', today };
const labels = (blocks: { label: { text: string } }[]) => blocks.map(({ label }) => label.text);

describe('a form from a table of fields', () => {
  it('draws the fields of a section that the form has, with the changes of vary', () => {
    expect(labels(form.draw(filled, 'dough'))).toEqual(['Size', 'Slices']);
    expect(labels(form.draw({ ...filled, size: 'small' }, 'dough'))).toEqual(['Size', 'Name of the child']);
    expect(form.draw(filled, 'dough')[0]).toMatchObject({
      block_id: 'size',
      dispatch_action: true,
      optional: false,
      element: { action_id: 'size', initial_option: { value: 'large' } },
    });
    expect(dispatching(fields)).toEqual(['size']);
  });

  it('shows only changed and missing fields if the section is folded', () => {
    const folded = (given: Partial<PizzaForm>, opened = {}) =>
      labels(form.draw({ ...filled, ...given }, 'more', opened));
    expect(folded({})).toEqual(['Name']);
    expect(folded({ extra: ['olives'], cheese: 'feta' })).toEqual(['Name', 'Cheese', 'Extra']);
    expect(folded({ extra: ['olives'] }, { extra: ['olives'], name: 'Ana' })).toEqual([]);
    expect(folded({ extra: [] }, { extra: ['olives'], name: 'Ana' })).toEqual(['Extra']);
    expect(folded({ name: '' })).toEqual(['Name']);
  });

  it('keeps only invisible fields in the metadata', () => {
    const carried = (given: Partial<PizzaForm>, ...sections: string[]) => {
      const pizza = { ...filled, ...given };
      return form.carried(
        pizza,
        sections.flatMap((section) => form.draw(pizza, section)),
      );
    };
    expect(carried({ slices: '8', table: 'T1' }, 'dough', 'more')).toEqual({ table: 'T1' });
    expect(carried({ slices: '8', size: 'small' }, 'dough', 'more')).toEqual({ slices: '8' });
    expect(carried({ slices: '8', cheese: 'feta' }, 'dough')).toEqual({ name: 'Ana', cheese: 'feta' });
  });

  it('ignores invalid values in the metadata', () => {
    expect(form.read(viewOf({}, { table: 'T1', size: 'huge', slices: 7 }))).toEqual({
      ...form.initial,
      table: 'T1',
    });
    expect(form.read(viewOf({}, { table: 'too long' })).table).toBeUndefined();
  });

  it('does not restore a cleared field from the metadata', () => {
    const cleared = { cheese: { cheese: { type: 'static_select', selected_option: null } } };
    expect(form.read(viewOf(cleared, { cheese: 'feta' })).cheese).toBeUndefined();
  });

  it('returns one error for each field: it is missing, it is invalid, or it does not fit other fields', () => {
    expect(form.check(filled)).toEqual({});
    expect(form.check({ ...filled, name: '' })).toEqual({ name: 'Say whose it is.' });
    expect(form.check({ ...filled, name: 'x'.repeat(21) }).name).toBe('This has 21 characters; 20 fit.');
    expect(form.check({ ...filled, name: today })).toEqual({ name: 'That is no name.' });
    expect(form.check({ ...filled, slices: '13' })).toEqual({
      slices: 'Give a whole number from 2 to 12, or leave it empty.',
    });
    expect(form.check({ ...filled, slices: '13', size: 'small' })).toEqual({});
  });

  it('becomes the target, without absent fields and empty objects', () => {
    expect(form.to({ ...filled, slices: '8', table: 'T1' })).toEqual({
      size: 'large',
      slices: 8,
      name: 'Ana',
      top: { extra: [] },
      table: 'T1',
    });
    expect(form.to({ ...filled, slices: '8', size: 'small', cheese: 'feta' })).toMatchObject({
      top: { cheese: 'feta', extra: [] },
    });
    expect(form.to({ ...filled, slices: '8', size: 'small' })).not.toHaveProperty('slices');
    expect(() => form.to({ ...filled, slices: 'many' })).toThrow(/whole number/);
  });

  it('returns the phrases of the fields in the given order', () => {
    const pizza: Pizza = { size: 'large', slices: 8, name: 'Ana' };
    expect(form.phrases(pizza, [])).toEqual(['a large one', '8 slices', 'for Ana']);
    expect(form.phrases({ ...pizza, size: 'small' }, ['name'])).toEqual(['for Ana', 'a small one']);
    expect(Object.keys(inOrder(fields, ['table', 'name'])).slice(0, 3)).toEqual(['table', 'name', 'size']);
  });

  it('ignores a stored value that is no longer valid', () => {
    expect(form.from({ size: 'large', slices: 40 }).slices).toBe('');
    expect(form.entries({ slices: 40, name: 'Ana' })).toEqual({ name: 'Ana' });
  });

  it('any form survives drawing and reading, and any target survives the form', () => {
    fc.assert(
      fc.property(anyEntries(fields, { table: fc.constant('T1') }), (entries) => {
        const context = { ...(entries as PizzaForm), today };
        const blocks = [...form.draw(context, 'dough'), ...form.draw(context, 'more')];
        const view = {
          type: 'modal' as const,
          title: { type: 'plain_text' as const, text: 'Pizza' },
          blocks,
        };
        const { state } = asDrawn(view);
        expect(form.read(viewOf(state.values, form.carried(context, blocks)))).toEqual(entries);
        if (Object.keys(form.check(context)).length > 0) return;
        const pizza = form.to(context) as Pizza;
        expect(form.to({ ...form.from(pizza), today })).toEqual(pizza);
      }),
    );
  });
});

describe('controls', () => {
  it('put text that is not multiline on one line, and replace lone surrogates', () => {
    const state = { name: { name: { type: 'plain_text_input', value: ' a\n b\uD83D ' } } };
    expect(text({ limit: 9 }).read('name', state, undefined)).toBe('a b\uFFFD');
    expect(text({ limit: 9, multiline: true }).read('name', state, undefined)).toBe(' a\n b\uFFFD ');
  });

  it('have the option "No default" in the form of defaults', () => {
    const setting = menu([['a', 'A']]).asDefault;
    const [block] = setting?.blocks('m', { label: 'M' }, undefined) ?? [];
    expect(block?.element).toMatchObject({
      initial_option: { text: { text: 'No default' }, value: 'unset' },
    });
    const state = { m: { m: { type: 'static_select', selected_option: { value: 'unset' } as never } } };
    expect(setting?.read('m', state, undefined)).toBeUndefined();
  });

  it('use the kind of a search as its action_id, not the block_id', () => {
    const [block] = search('theme', 'Any').blocks('person_theme', { label: 'Theme' }, undefined);
    expect(block).toMatchObject({ block_id: 'person_theme', element: { action_id: 'theme' } });
  });
});
