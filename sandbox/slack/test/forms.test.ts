import type { ModalView } from '@slack/types';
import { describe, expect, test } from 'vitest';
import { ANA, BEN, startSlack } from './support.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const option = (text: string) => ({ text: plain(text), value: text.toLowerCase() });

type Blocks = ModalView['blocks'];
const field = (label: string, element: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'input',
  block_id: label.toLowerCase(),
  label: plain(label),
  optional: true,
  element: { action_id: 'value', ...element },
  ...more,
});

/** Opens a form with these fields for Ana. */
async function withForm(...blocks: unknown[]) {
  const started = await startSlack();
  const { ana, probe, client } = started;
  await ana.command('#general', '/probe');
  await client.views.open({
    trigger_id: probe.of('command')[0].trigger_id,
    view: { type: 'modal', title: plain('Form'), submit: plain('Send'), blocks: blocks as Blocks },
  });
  return started;
}

describe('before a form is sent, the client checks for', () => {
  test.each([
    [
      'a text that is too long',
      { type: 'plain_text_input', max_length: 5 },
      'sixsix',
      'Please shorten this to 5 characters or fewer.',
    ],
    [
      'a text that is too short',
      { type: 'plain_text_input', min_length: 5 },
      'four',
      'Please enter at least 5 characters.',
    ],
    [
      'a text that is no number',
      { type: 'number_input', is_decimal_allowed: true },
      'ten',
      'Please enter a number.',
    ],
    [
      'a number that is not whole',
      { type: 'number_input', is_decimal_allowed: false },
      '1.5',
      'Please enter a whole number.',
    ],
    [
      'a number that is too small',
      { type: 'number_input', is_decimal_allowed: false, min_value: '1' },
      0,
      'Please enter a number of at least 1.',
    ],
    [
      'a number that is too large',
      { type: 'number_input', is_decimal_allowed: false, max_value: '75' },
      76,
      'Please enter a number of at most 75.',
    ],
  ])('%s', async (_, element, entry, message) => {
    const { ana, probe } = await withForm(field('Field', element));
    await ana.fill({ Field: entry });
    expect(await ana.submit()).toEqual({ ok: false, errors: { field: message } });
    expect(probe.of('view_submission')).toEqual([]);
    await ana.fill({ Field: null });
    expect(await ana.submit()).toEqual({ ok: true });
  });

  test('a required field that is empty', async () => {
    const { ana } = await withForm(field('Field', { type: 'plain_text_input' }, { optional: false }));
    expect(await ana.submit()).toMatchObject({ errors: { field: 'Please complete this required field.' } });
  });

  test('an option or a field that does not exist', async () => {
    const { ana } = await withForm(field('Size', { type: 'static_select', options: [option('Small')] }));
    await expect(ana.fill({ Size: 'Huge' })).rejects.toThrow('"Huge" is not offered. Offered: Small');
    await expect(ana.fill({ Colour: 'red' })).rejects.toThrow(
      'There is no field "Colour" here. Fields: "Size"',
    );
  });
});

describe('a form sends the app', () => {
  test('the value of each kind of element', async () => {
    const { ana, probe } = await withForm(
      field('Text', { type: 'plain_text_input' }),
      field('Number', { type: 'number_input', is_decimal_allowed: false }),
      field('Choice', { type: 'static_select', options: [option('A'), option('B')] }),
      field('Choices', { type: 'checkboxes', options: [option('A'), option('B')] }),
      field('Radio', {
        type: 'radio_buttons',
        options: [option('A'), option('B')],
        initial_option: option('B'),
      }),
      field('Person', { type: 'users_select' }),
      field('Place', { type: 'conversations_select', default_to_current_conversation: true }),
      field('When', { type: 'timepicker' }),
      field('Empty', { type: 'plain_text_input' }),
    );
    await ana.fill({
      Text: 'words',
      Number: 7,
      Choice: 'b',
      Choices: ['A', 'B'],
      Person: BEN,
      When: '09:15',
    });
    expect(await ana.submit()).toEqual({ ok: true });
    const { values } = probe.of('view_submission')[0].view.state;
    const state = Object.fromEntries(
      Object.entries(values as Record<string, Record<string, unknown>>).map(([id, each]) => [id, each.value]),
    );
    expect(state).toMatchObject({
      text: { type: 'plain_text_input', value: 'words' },
      number: { value: '7' },
      choice: { selected_option: { value: 'b' } },
      choices: { selected_options: [{ value: 'a' }, { value: 'b' }] },
      radio: { selected_option: { value: 'b' } },
      person: { selected_user: BEN },
      place: { selected_conversation: 'C0GENERAL' },
      when: { selected_time: '09:15' },
      empty: { type: 'plain_text_input', value: null },
    });
  });

  test('files, which the app may then download although they are shared in no channel', async () => {
    const element = { type: 'file_input', filetypes: ['txt', 'md'], max_files: 1 };
    const { ana, probe, client } = await withForm(field('File', element));
    const picture = await ana.upload('cat.png', Buffer.from('png'), 'image/png');
    await expect(ana.fill({ File: picture })).rejects.toThrow('cat.png is none of the types');
    const notes = await ana.upload('notes.txt', Buffer.from('my notes'), 'text/plain');
    await expect(client.files.info({ file: notes.id })).rejects.toThrow('file_not_found');
    await ana.fill({ File: [notes, notes] });
    expect(await ana.submit()).toMatchObject({ errors: { file: 'Please upload at most 1 file.' } });
    await ana.fill({ File: notes });
    expect(await ana.submit()).toEqual({ ok: true });
    const [given] = probe.of('view_submission')[0].view.state.values.file.value.files;
    expect(given).toMatchObject({
      id: notes.id,
      name: 'notes.txt',
      mimetype: 'text/plain',
      filetype: 'text',
      size: 8,
    });
    const read = await fetch(given.url_private, { headers: { authorization: 'Bearer xoxb-test-token' } });
    expect(await read.text()).toBe('my notes');
    const unsigned = await fetch(given.url_private);
    expect(await unsigned.text()).toContain('Sign in');
  });

  test('text that was typed before the app updated the form', async () => {
    const { ana, client, probe } = await withForm(field('Text', { type: 'plain_text_input' }));
    await ana.fill({ Text: 'words' });
    const blocks = [field('Text', { type: 'plain_text_input' }), field('More', { type: 'plain_text_input' })];
    const view = {
      type: 'modal' as const,
      title: plain('Form'),
      submit: plain('Send'),
      blocks: blocks as Blocks,
    };
    await client.views.update({ view_id: ana.view()?.id ?? '', view });
    await ana.fill({ More: 'of them' });
    await ana.submit();
    expect(probe.of('view_submission')[0].view.state.values).toMatchObject({
      text: { value: { value: 'words' } },
      more: { value: { value: 'of them' } },
    });
  });

  test('an action at once for an input with dispatch_action and for an element outside of inputs', async () => {
    const { ana, probe } = await withForm(
      field(
        'Kind',
        { type: 'static_select', options: [option('A'), option('B')] },
        { dispatch_action: true },
      ),
      {
        type: 'actions',
        block_id: 'bar',
        elements: [{ type: 'button', action_id: 'go', text: plain('Go'), value: '1' }],
      },
    );
    await ana.fill({ Kind: 'B' });
    await ana.press('view', 'go');
    const [kind, go] = probe.of('block_actions');
    expect(kind).toMatchObject({
      user: { id: ANA },
      container: { type: 'view' },
      view: { state: { values: { kind: { value: { selected_option: { value: 'b' } } } } } },
      actions: [{ type: 'static_select', selected_option: { value: 'b' } }],
    });
    expect(go.actions[0]).toMatchObject({ type: 'button', block_id: 'bar', action_id: 'go', value: '1' });
    expect(go.response_url).toBeUndefined();
  });
});

describe('an external select', () => {
  const menu = (more = {}) => field('Theme', { type: 'external_select', ...more });

  test('asks the app for options from the third character on', async () => {
    const { ana, probe } = await withForm(menu());
    expect(await ana.options('Theme', 'oc')).toEqual([]);
    probe.answers(() => ({ json: { options: [option('Ocean')] } }));
    expect(await ana.options('Theme', 'oce')).toHaveLength(1);
    await ana.fill({ Theme: 'Ocean' });
    probe.answers(() => ({}));
    expect(await ana.submit()).toEqual({ ok: true });
    expect(probe.of('block_suggestion').map((each) => each.value)).toEqual(['oce', 'Ocean']);
    expect(probe.of('view_submission')[0].view.state.values.theme.value.selected_option).toEqual(
      option('Ocean'),
    );
  });

  test.each([
    ['with 101 options', { options: Array.from({ length: 101 }, (_, at) => option(`o${at}`)) }],
    ['with an option that is too long', { options: [option('x'.repeat(76))] }],
    ['without a list', { themes: [] }],
  ])('does not show an answer %s', async (_, answer) => {
    const { ana, probe } = await withForm(menu({ min_query_length: 0 }));
    probe.answers(() => ({ json: answer }));
    await expect(ana.options('Theme')).rejects.toThrow('Result could not be loaded');
  });

  test('shows groups of options', async () => {
    const { ana, probe } = await withForm(menu({ min_query_length: 0 }));
    probe.answers(() => ({
      json: { option_groups: [{ label: plain('Standard'), options: [option('Ocean')] }] },
    }));
    await ana.fill({ Theme: 'ocean' });
    probe.answers(() => ({}));
    expect(await ana.submit()).toEqual({ ok: true });
  });
});
