import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOfView, isViewTooLarge } from '../../../sandbox/slack/blocks/views.ts';
import { titlesOf, wholeOutline } from '../../../src/asks/outline.ts';
import { sectionsOf } from '../../../src/asks/sections.ts';
import { type Display, deckModal, readDeckModal } from '../../../src/slack/deck/modal.ts';
import { askForm } from '../../../src/slack/kit/ask-fields/ask-form.ts';
import { splitPrompt } from '../../../src/slack/kit/ask-fields/prompt.ts';
import { fieldsOf, wordsOf } from '../../support/reading.ts';
import { anyForm, asDrawn } from './any-form.ts';

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
  it('is valid for Slack with any content', () => {
    fc.assert(
      fc.property(anyForm, display, (form, shown) => {
        const view = deckModal(form, shown);
        expect(faultsOfView(view, 'modal')).toEqual([]);
        expect(isViewTooLarge(view)).toBe(false);
      }),
    );
  });

  it('is valid with the longest command that Slack sends', () => {
    const view = deckModal({ ...askForm.initial, prompt: splitPrompt('word '.repeat(8000)) }, { more: true });
    expect(faultsOfView(view, 'modal')).toEqual([]);
  });

  it('is valid with ten files of a conversation, and keeps what is ticked', () => {
    const offered = Array.from({ length: 10 }, (_, at) => ({
      id: `F0ABCDEFGH${at}`,
      name: `${at}${'長'.repeat(58)}`,
      size: 99_999_999,
    }));
    const source = { channel: 'C1', ts: '1795390989.689001', name: '長'.repeat(100) };
    const form = { ...askForm.initial, source, offered, files: ['F0ABCDEFGH1', 'F0ABCDEFGH9'] };
    const view = deckModal(form, folded);
    expect(faultsOfView(view, 'modal')).toEqual([]);
    expect(view.private_metadata?.length).toBeLessThan(3000);
    expect(readDeckModal(asDrawn(view)).form).toMatchObject({ offered, files: form.files });
  });

  it('is valid with 75 slides of five files, and keeps their titles', () => {
    const text = Array.from({ length: 75 }, (_, at) => `## ${at} ${'長い題'.repeat(30)}`).join('\n');
    const outline = wholeOutline(titlesOf(sectionsOf(text)));
    const files = Array.from({ length: 5 }, (_, at) => ({
      id: `F0ABCDEFGH${at}`,
      name: `${at}${'長'.repeat(58)}`,
    }));
    const form = askForm.from({ outline, source: { kind: 'file', files } });
    const view = deckModal(form, { ...here, from: { channel: 'C0ABCDEFGHI' }, proposal: 'x'.repeat(45) });
    expect(faultsOfView(view, 'modal')).toEqual([]);
    expect(view.private_metadata?.length).toBeLessThan(2600);
    expect(readDeckModal(asDrawn(view)).form).toMatchObject({ sectionTitles: outline.sections, file: files });
  });

  it('keeps all entries when it is drawn and submitted, folded and unfolded, with and without a template', () => {
    fc.assert(
      fc.property(anyForm, display, (form, shown) => {
        const once = readDeckModal(asDrawn(deckModal(form, shown)));
        expect(once.form).toEqual(form);
        const other = { ...once.form, startFrom: form.startFrom === 'text' ? 'template' : 'text' } as const;
        const twice = readDeckModal(asDrawn(deckModal(other, { more: !shown.more })));
        expect({ ...twice.form, startFrom: form.startFrom }).toEqual(form);
      }),
    );
  });

  it('does not restore a cleared field', () => {
    const drawn = asDrawn(deckModal({ ...askForm.initial, theme: { id: 'ocean', name: 'Ocean' } }, folded));
    drawn.state.values.theme = { theme: { type: 'external_select', selected_option: null } };
    expect(readDeckModal(drawn).form.theme).toBeUndefined();
  });

  it('has a template in place of the format', () => {
    const started = { ...askForm.initial, channel: 'C1', startFrom: 'template' } as const;
    const template = fieldsOf(deckModal(started, here));
    expect(template).toEqual(['prompt', 'template', 'theme', 'seen_by', 'start_from']);
    const all = fieldsOf(deckModal(started, { more: true }));
    expect(all).not.toContain('image_source');
    expect(all).toEqual(expect.arrayContaining(['slides', 'language', 'tone', 'audience']));
  });

  it('has four fields at first: prompt, format, theme and who sees it', () => {
    const form = { ...askForm.initial, channel: 'C1' };
    expect(fieldsOf(deckModal(form, here))).toEqual(['prompt', 'format', 'theme', 'seen_by']);
    const source = { channel: 'C1', ts: '1700000000.000100' };
    const thread = deckModal({ ...askForm.initial, source }, folded);
    expect(fieldsOf(thread)).toEqual(['prompt', 'format', 'theme', 'seen_by']);
  });

  it('also has the channel if it was opened outside a conversation', () => {
    expect(fieldsOf(deckModal(askForm.initial, folded))).toEqual([
      'prompt',
      'format',
      'theme',
      'seen_by',
      'channel',
    ]);
  });

  it('needs no channel if the result is only for the asker, and asks nothing in direct messages', () => {
    const mine = deckModal({ ...askForm.initial, seenBy: 'me' }, { more: true });
    expect(fieldsOf(mine)).toContain('seen_by');
    expect(fieldsOf(mine)).not.toContain('channel');
    const direct = deckModal({ ...askForm.initial, seenBy: 'me', channel: 'D1' }, { more: true });
    expect(fieldsOf(direct)).not.toContain('seen_by');
    expect(fieldsOf(direct)).toContain('channel');
  });

  it('says where the result will be posted, unless a field or a warning does', () => {
    const said = (form: object, display: Display) =>
      /(?:Everyone in|Only you|I’ll post)[^.]*\./.exec(
        wordsOf(deckModal({ ...askForm.initial, ...form }, display)),
      )?.[0];
    expect(said({ channel: 'C1' }, here)).toBe('Everyone in <#C1> will see it.');
    const into = { channel: 'C1', ts: '1700000000.000100' };
    expect(said({ channel: 'C1', into }, here)).toBe(
      'Everyone in <#C1> will see it, in the thread of your message.',
    );
    expect(said({ channel: 'C1', seenBy: 'me' }, here)).toBeUndefined();
    expect(said({ source: into }, folded)).toBe('I’ll post the result in this thread.');
    const elsewhere: Display[] = [folded, { ...here, more: true }, { ...here, closed: 'C1' }];
    for (const display of elsewhere) expect(said({ channel: 'C1' }, display)).toBeUndefined();
    const own: Display = { more: false, opened: { channel: 'D1' } };
    expect(said({ channel: 'D1' }, own)).toBe('Only you will see it.');
    expect(
      said({ source: into }, { more: false, thread: { isPrivate: true, usable: undefined } }),
    ).toBeUndefined();
  });

  it('marks the prompt as optional only if a file can be attached', () => {
    const isOptional = (more: boolean) =>
      deckModal(askForm.initial, { more }).blocks.find(({ block_id }) => block_id === 'prompt');
    expect(isOptional(false)).toMatchObject({ optional: false });
    expect(isOptional(true)).toMatchObject({
      optional: true,
      label: { text: 'What should it be about? Or attach a file below.' },
    });
  });

  it('names the unit of the format in the number of slides', () => {
    const labelled = (format: 'presentation' | 'webpage') =>
      wordsOf(deckModal({ ...askForm.initial, format }, { more: true }));
    expect(labelled('presentation')).toContain('Number of slides');
    expect(labelled('webpage')).toContain('Number of sections');
  });

  it('does not call the service “the service”', () => {
    const all = wordsOf(deckModal(askForm.initial, { more: true }));
    expect(all).toContain('People in the connected workspace');
    expect(all).not.toMatch(/the service/i);
  });

  it('shows fields of "More options" that are set, even if the section is folded', () => {
    const shown = fieldsOf(deckModal({ ...askForm.initial, tone: 'Warm', title: 'Spring' }, folded));
    expect(shown.slice(-3)).toEqual(['title', 'tone', 'channel']);
  });

  it('ignores invalid metadata', () => {
    const drawn = asDrawn(deckModal(askForm.initial, folded));
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
