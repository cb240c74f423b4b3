import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOfView, isViewTooLarge } from '../../../sandbox/slack/blocks/views.ts';
import { type Display, deckModal, readDeckModal } from '../../../src/slack/deck/modal.ts';
import { askForm } from '../../../src/slack/kit/ask-fields/ask-form.ts';
import { partPrompt } from '../../../src/slack/kit/ask-fields/prompt.ts';
import { serviceName } from '../arbitrary.ts';
import { inputsOf, readable } from '../read-blocks.ts';
import { anyForm, asDrawn } from './any-form.ts';

const words = { serviceName: 'Gamma' };
const folded: Display = { more: false };
const here: Display = { more: false, opened: { channel: 'C1' } };

const display = fc.record(
  {
    more: fc.boolean(),
    closed: fc.constant('C1'),
  },
  { requiredKeys: ['more'] },
);

describe('the form', () => {
  it('is taken by Slack whatever is in it', () => {
    fc.assert(
      fc.property(anyForm, display, serviceName, (form, shown, name) => {
        const view = deckModal(form, shown, { serviceName: name });
        expect(faultsOfView(view, 'modal')).toEqual([]);
        expect(isViewTooLarge(view)).toBe(false);
      }),
    );
  });

  it('is taken even with the longest command Slack sends', () => {
    const view = deckModal(
      { ...askForm.initial, prompt: partPrompt('word '.repeat(8000)) },
      { more: true },
      words,
    );
    expect(faultsOfView(view, 'modal')).toEqual([]);
  });

  it('loses nothing when it is drawn, sent in, and drawn again the other way round', () => {
    fc.assert(
      fc.property(anyForm, display, (form, shown) => {
        const once = readDeckModal(asDrawn(deckModal(form, shown, words)));
        expect(once.form).toEqual(form);
        const other = { ...once.form, startFrom: form.startFrom === 'text' ? 'template' : 'text' } as const;
        const twice = readDeckModal(asDrawn(deckModal(other, { more: !shown.more }, words)));
        expect({ ...twice.form, startFrom: form.startFrom }).toEqual(form);
      }),
    );
  });

  it('does not bring back what was cleared', () => {
    const drawn = asDrawn(
      deckModal({ ...askForm.initial, theme: { id: 'ocean', name: 'Ocean' } }, folded, words),
    );
    drawn.state.values.theme = { theme: { type: 'external_select', selected_option: null } };
    expect(readDeckModal(drawn).form.theme).toBeUndefined();
  });

  it('asks for a template in place of the format and the number of slides, which the template decides', () => {
    const started = { ...askForm.initial, channel: 'C1', startFrom: 'template' } as const;
    const template = inputsOf(deckModal(started, here, words));
    expect(template).toEqual(['prompt', 'template', 'theme', 'start_from']);
    const all = inputsOf(deckModal(started, { more: true }, words));
    expect(all).not.toContain('cards');
  });

  it('asks for the words, the format and the theme, and for nothing else', () => {
    const form = { ...askForm.initial, channel: 'C1' };
    expect(inputsOf(deckModal(form, here, words))).toEqual(['prompt', 'format', 'theme']);
    const source = { channel: 'C1', ts: '1700000000.000100' };
    const thread = deckModal({ ...askForm.initial, source }, folded, words);
    expect(inputsOf(thread)).toEqual(['prompt', 'format', 'theme']);
  });

  it('asks where to post, too, where it was opened in no conversation', () => {
    expect(inputsOf(deckModal(askForm.initial, folded, words))).toEqual([
      'prompt',
      'format',
      'theme',
      'channel',
    ]);
  });

  it('says where the result comes before anything is spent, unless a field or a warning does', () => {
    const said = (form: object, display: Display) =>
      /The result comes[^.]*\./.exec(
        readable(deckModal({ ...askForm.initial, ...form }, display, words)),
      )?.[0];
    expect(said({ channel: 'C1' }, here)).toBe('The result comes into <#C1>.');
    const into = { channel: 'C1', ts: '1700000000.000100' };
    expect(said({ channel: 'C1', into }, here)).toBe('The result comes into the thread of your message.');
    expect(said({ source: into }, folded)).toBe('The result comes back into this thread.');
    const elsewhere: Display[] = [folded, { ...here, more: true }, { ...here, closed: 'C1' }];
    for (const display of elsewhere) expect(said({ channel: 'C1' }, display)).toBeUndefined();
    const own: Display = { more: false, opened: { channel: 'D1' } };
    expect(said({ channel: 'D1' }, own)).toBe('The result comes into this conversation.');
    expect(
      said({ source: into }, { more: false, thread: { isPrivate: true, usable: undefined } }),
    ).toBeUndefined();
  });

  it('marks the words as optional only where a file can stand in for them', () => {
    const isOptional = (more: boolean) =>
      deckModal(askForm.initial, { more }, words).blocks.find(({ block_id }) => block_id === 'prompt');
    expect(isOptional(false)).toMatchObject({ optional: false });
    expect(isOptional(true)).toMatchObject({ optional: true });
  });

  it('asks for slides where slides are made', () => {
    const labelled = (format: 'presentation' | 'webpage') =>
      readable(deckModal({ ...askForm.initial, format }, { more: true }, words));
    expect(labelled('presentation')).toContain('Number of slides');
    expect(labelled('webpage')).toContain('Number of sections');
  });

  it('calls the service by its name', () => {
    const all = readable(deckModal(askForm.initial, { more: true }, words));
    expect(all).toContain('People in your workspace at Gamma');
    expect(all).not.toMatch(/the service/i);
  });

  it('keeps on display what was set behind "More options", even folded', () => {
    const shown = inputsOf(deckModal({ ...askForm.initial, tone: 'Warm', title: 'Spring' }, folded, words));
    expect(shown.slice(-2)).toEqual(['title', 'tone']);
  });

  it('survives metadata that is not its own', () => {
    const drawn = asDrawn(deckModal(askForm.initial, folded, words));
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string(), fc.constant('{"hidden":{"tone":7},"joins":3}')),
        (metadata) => {
          expect(readDeckModal({ ...drawn, private_metadata: metadata }).form.exportAs).toBe('pptx');
        },
      ),
    );
  });
});
