import { describe, expect, it } from 'vitest';
import { deckModal } from '../../src/slack/deck/modal.ts';
import { type AskForm, askForm } from '../../src/slack/kit/ask-fields/ask-form.ts';
import { createHarness } from '../support/harness/slack.ts';
import { command, opened, pressInView, submission, suggestion } from '../support/harness/slack-requests.ts';
import { fieldsOf, wordsOf } from '../support/reading.ts';

const option = (value: string, text = value) => ({
  selected_option: { text: { type: 'plain_text', text }, value },
});
const form: AskForm = { ...askForm.initial, channel: 'C1' };
const view = (entries = {}) => opened(deckModal(form, { more: false }), entries);

describe('Ana changes her mind in the middle of the form', () => {
  it('from text to a template and back, and what she typed is still there', async () => {
    const harness = createHarness();
    const typed = { prompt: 'Spring launch', slides: '12', theme: option('ocean', 'Ocean') };
    await harness.send(
      pressInView(
        { type: 'radio_buttons', action_id: 'start_from' },
        view({ ...typed, start_from: option('template') }),
      ),
    );
    const [template] = harness.made('views.update');
    expect(template).toMatchObject({ view_id: 'V1', hash: 'h1' });
    expect(fieldsOf(template.view)).not.toContain('format');
    expect(fieldsOf(template.view)).toContain('slides');

    const back = opened(template.view, { start_from: option('text') });
    await harness.send(pressInView({ type: 'radio_buttons', action_id: 'start_from' }, back));
    const text = harness.made('views.update')[1].view;
    await harness.send(submission(opened(text)));
    expect(harness.generations.all()[0]?.ask).toMatchObject({
      prompt: 'Spring launch',
      slides: 12,
      theme: { id: 'ocean', name: 'Ocean' },
    });
  });

  it.each([
    ['presentation', 'document', 'pptx', 'pdf'],
    ['presentation', 'webpage', 'pptx', undefined],
    ['presentation', 'social', 'pptx', 'png'],
    ['document', 'presentation', 'pdf', 'pptx'],
    ['presentation', 'document', 'none', undefined],
    ['presentation', 'social', 'pdf', 'pdf'],
  ] as const)(
    'from a %s to a %s, and the file follows unless she has chosen another (%s)',
    async (from, format, before, exportAs) => {
      const harness = createHarness();
      const started = opened(deckModal({ ...form, format: from, exportAs: before }, { more: false }), {
        ...{ prompt: 'Spring', format: option(format) },
      });
      const select = { type: 'static_select', action_id: 'format', block_id: 'format' };
      await harness.send(pressInView(select, started));
      await harness.send(submission(opened(harness.made('views.update')[0].view)));
      expect(harness.generations.all()[0]?.ask).toMatchObject({ format });
      expect(harness.generations.all()[0]?.ask?.exportAs).toBe(exportAs);
    },
  );

  it('unfolds more options, fills one in, and folds them again with it on display', async () => {
    const harness = createHarness();
    const toggle = { action_id: 'deck_more_options', value: 'toggle' };
    await harness.send(pressInView(toggle, view({ prompt: 'Spring' })));
    const unfolded = harness.made('views.update')[0].view;
    expect(fieldsOf(unfolded)).toContain('audience');
    await harness.send(pressInView(toggle, opened(unfolded, { tone: 'Warm' })));
    const folded = harness.made('views.update')[1].view;
    expect(fieldsOf(folded)).toContain('tone');
    expect(fieldsOf(folded)).not.toContain('audience');
  });

  it('presses twice, and the drawing that comes too late is dropped in silence', async () => {
    const harness = createHarness();
    harness.answers['views.update'] = { ok: false, error: 'hash_conflict' };
    await harness.send(pressInView({ action_id: 'deck_more_options' }, view()));
    expect(harness.logged).toEqual([]);
    expect(harness.made('chat.postMessage')).toEqual([]);
  });
});

describe('menus', () => {
  it('show the team’s own themes before the standard ones', async () => {
    const harness = createHarness();
    harness.slack.catalogue.themes = async () => ({
      state: 'fresh',
      items: [
        { id: 's', name: 'Plain', type: 'standard' },
        { id: 'c', name: 'Northwind', type: 'custom' },
      ],
    });
    const { answer } = await harness.send(suggestion('theme', ''));
    expect(answer).toMatchObject({
      option_groups: [
        {
          label: { text: 'Your workspace’s themes' },
          options: [{ value: 'c', text: { text: 'Northwind' } }],
        },
        { label: { text: 'Standard themes' }, options: [{ value: 's' }] },
      ],
    });
  });

  it('find a theme by its name, its colours and its moods, each once', async () => {
    const harness = createHarness();
    const items = [
      { id: 'b', name: 'Blue Steel', type: 'standard' as const, description: 'grey, blue, sober' },
      { id: 'h', name: 'Harbour', type: 'custom' as const, description: 'navy, pale blue, calm' },
    ];
    // The service's search has only the names.
    harness.slack.catalogue.themes = async (_, query) => ({
      state: 'fresh',
      items: items.filter(({ name }) => name.toLowerCase().includes(query)),
    });
    const found = async (typed: string) =>
      wordsOf((await harness.send(suggestion('theme', typed))).answer as object);
    expect(await found('Navy')).toMatch(/Harbour/);
    expect(await found('calm blue')).toMatch(/Harbour/);
    expect((await found('blue')).match(/Blue Steel|Harbour/g)).toEqual(['Harbour', 'Blue Steel']);
    expect(await found('green')).toBe('');
  });

  it('ask for the team that asks, with what was typed', async () => {
    const harness = createHarness();
    const asked: string[] = [];
    harness.slack.catalogue.templates = async (team, query) => {
      asked.push(`${team} ${query}`);
      return { state: 'fresh', items: [] };
    };
    expect((await harness.send(suggestion('template', 'pit'))).answer).toEqual({ options: [] });
    expect(asked).toEqual(['T1 pit']);
  });

  it.each([
    ['unavailable', 'No folders from Gamma now; try again'],
    ['unconnected', 'Not connected to Gamma'],
  ] as const)(
    'say so when the service is %s, and that sentence cannot be sent in',
    async (state, sentence) => {
      const harness = createHarness();
      harness.slack.catalogue.folders = async () => ({ state, items: [] });
      const { answer } = await harness.send(suggestion('folder', ''));
      const { options } = answer as { options: { text: { text: string }; value: string }[] };
      expect(options[0]?.text.text).toBe(sentence);
      const chosen = view({ prompt: 'Spring', folder: option(options[0]?.value ?? '') });
      expect((await harness.send(submission(chosen))).answer).toMatchObject({
        errors: { folder: expect.stringContaining('not a folder') },
      });
    },
  );

  it('name no folders to a guest, because their names can tell what the company works on', async () => {
    const harness = createHarness();
    harness.slack.catalogue.folders = async () => ({
      state: 'fresh',
      items: [{ id: 'f1', name: 'Investor relations' }],
    });
    expect(JSON.stringify((await harness.send(suggestion('folder', ''))).answer)).toContain(
      'Investor relations',
    );
    harness.slack.roleOf = async () => 'guest';
    expect(JSON.stringify((await harness.send(suggestion('folder', ''))).answer)).not.toContain('Investor');
  });

  it('hold at most 100 options, and none that could not come back', async () => {
    const harness = createHarness();
    const many = Array.from({ length: 300 }, (_, index) => ({
      id: `t${index}`,
      name: '',
      type: 'custom' as const,
    }));
    harness.slack.catalogue.themes = async () => ({
      state: 'stale',
      items: [{ id: 'x'.repeat(76), name: 'Odd', type: 'custom' }, ...many],
    });
    const { answer } = await harness.send(suggestion('theme', ''));
    const { option_groups } = answer as { option_groups: { options: { text: { text: string } }[] }[] };
    expect(option_groups[0]?.options).toHaveLength(100);
    expect(option_groups[0]?.options[0]?.text.text).toBe('Untitled');
  });
});

it('the global shortcut and the button on Home open the same form, for a result that only the person sees', async () => {
  const harness = createHarness();
  const user = { id: 'UANA', username: 'ana', team_id: 'T1' };
  await harness.send({ type: 'shortcut', callback_id: 'create_deck', trigger_id: 't', user });
  await harness.send(pressInView({ action_id: 'deck_create', value: 'home' }, { type: 'home', id: 'VHOME' }));
  await harness.send(command('', { channel_id: undefined }));
  const [shortcut, home, typed] = harness.made('views.open').map(({ view: each }) => JSON.stringify(each));
  expect(shortcut).toBe(home);
  expect(home).toBe(typed);
  const { view } = harness.made('views.open')[0];
  expect(opened(view).state.values.seen_by.seen_by.selected_option.value).toBe('me');
  expect(fieldsOf(view)).not.toContain('channel');
});
