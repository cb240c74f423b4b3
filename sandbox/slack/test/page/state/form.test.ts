import { describe, expect, it } from 'vitest';
import { stateOf, withValue } from '../../../page/state/form/form.ts';
import { faultsOf } from '../../../page/state/form/validate.ts';
import { everyElement } from '../gallery.ts';

const { blocks } = everyElement;

describe('the state of a form', () => {
  const initial = stateOf(blocks);

  it('has every field under its ids, with what it starts with', () => {
    expect(initial.Prompt).toEqual({ prompt: { type: 'plain_text_input', value: null } });
    expect(initial.Cards).toEqual({ cards: { type: 'number_input', value: '10' } });
    expect(initial.Format?.format).toMatchObject({ selected_option: { value: 'presentation' } });
    expect(initial.Options).toEqual({ options: { type: 'checkboxes', selected_options: [] } });
    expect(initial.Attachment).toEqual({ file: { type: 'file_input', files: [] } });
  });

  it('has nothing for buttons', () => {
    expect(Object.values(initial).flatMap((block) => Object.keys(block))).not.toContain('explain');
  });

  it('keeps what was typed over an update where block, action and type are the same', () => {
    const typed = withValue(initial, 'Prompt', 'prompt', { type: 'plain_text_input', value: 'A deck' });
    expect(stateOf(blocks, typed).Prompt?.prompt?.value).toBe('A deck');
    const renamed = blocks.map((block) =>
      block.block_id === 'Prompt' ? { ...block, block_id: 'Other' } : block,
    );
    expect(stateOf(renamed, typed).Other?.prompt?.value).toBeNull();
    expect(stateOf(renamed, typed).Prompt).toBeUndefined();
  });
});

describe('what the client itself finds wrong', () => {
  const state = stateOf(blocks);
  const fault = (block: string, action: string, value: unknown): string | undefined =>
    faultsOf(blocks, withValue(state, block, action, { type: typeOf(block), value }))[block];
  const typeOf = (id: string): string =>
    (blocks.find((block) => block.block_id === id) as { element: { type: string } }).element.type;

  it('is each required field that is empty, and no optional one', () => {
    expect(faultsOf(blocks, state)).toEqual({
      Prompt: 'Please complete this required field.',
      Theme: 'Please complete this required field.',
    });
  });

  it('is a blank or too long text', () => {
    expect(fault('Prompt', 'prompt', '   ')).toBe('Please complete this required field.');
    expect(fault('Prompt', 'prompt', 'x'.repeat(120))).toBeUndefined();
    expect(fault('Prompt', 'prompt', 'x'.repeat(121))).toBe(
      'Please shorten this to 120 characters or fewer.',
    );
  });

  it('is a number out of its range, or none', () => {
    expect(fault('Cards', 'cards', '75')).toBeUndefined();
    expect(fault('Cards', 'cards', '76')).toBe('Please enter a number of 75 or less.');
    expect(fault('Cards', 'cards', '0')).toBe('Please enter a number of 1 or more.');
    expect(fault('Cards', 'cards', '2.5')).toBe('Please enter a whole number.');
    expect(fault('Cards', 'cards', 'ten')).toBe('Please enter a valid number.');
  });

  it('is an address that is none', () => {
    expect(fault('Recipient', 'email', 'ana@northwind')).toBe('Please enter a valid email address.');
    expect(fault('Recipient', 'email', 'ana@northwind.example')).toBeUndefined();
    expect(fault('Source page', 'url', 'northwind')).toBe('Please enter a valid URL.');
  });
});
