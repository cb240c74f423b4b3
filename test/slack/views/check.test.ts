import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOfView } from '../../../sandbox/slack/blocks/views.ts';
import { askSchema } from '../../../src/asks/schema.ts';
import { defaultsSchema } from '../../../src/defaults/defaults.ts';
import {
  type AskForm,
  askForm,
  askFromForm,
  defaultFields,
  defaultsPhrases,
} from '../../../src/slack/kit/ask-fields/ask-form.ts';
import { helpMessage } from '../../../src/slack/kit/copy/help.ts';
import { noticeOption } from '../../../src/slack/kit/form/menus.ts';
import { settingsForm, settingsModal } from '../../../src/slack/settings/modal.ts';
import { buttonsOf, wordsOf } from '../../support/reading.ts';
import { anyEntries, asDrawn, mended, rightForm } from './any-form.ts';

const said = (text: string): Pick<AskForm, 'prompt'> => ({ prompt: { texts: [text], joins: [] } });
const good: AskForm = { ...askForm.initial, ...said('Spring launch'), channel: 'C1' };
const file: [{ id: string; name: string; size: number }] = [{ id: 'F1', name: 'notes.md', size: 1000 }];
const notice = { id: noticeOption('unavailable', 'x').value, name: 'x' };

describe('errors at the fields', () => {
  it('a prompt and a channel are enough', () => {
    expect(askForm.check(good)).toEqual({});
  });

  it('a file is enough in place of a prompt', () => {
    expect(askForm.check({ ...good, ...said('  '), file })).toEqual({});
  });

  it.each([
    ['no prompt and no file', said('  \n '), 'prompt', /attach a file/],
    [
      'a prompt over the service’s limit',
      said('a'.repeat(400_001)),
      'prompt',
      /400,001 characters; 400,000 fit/,
    ],
    ['no template', { startFrom: 'template' }, 'template', /Choose a template/],
    ['no slides', { slides: '0' }, 'slides', /1 to 75/],
    ['too many slides', { slides: '1000' }, 'slides', /1 to 75/],
    ['a fraction of a card', { slides: '2.5' }, 'slides', /1 to 75/],
    ['a number of slides that is not a number', { slides: 'many' }, 'slides', /1 to 75/],
    ['a notice selected as theme', { theme: notice }, 'theme', /not a theme/],
    ['a notice selected as folder', { folder: notice }, 'folder', /not a folder/],
    ['no channel', { channel: '' }, 'channel', /where/],
    [
      'a bad address',
      { recipients: 'ana@example.com, ben@' },
      'recipients',
      /“ben@” is not an email address/,
    ],
    ['bad addresses', { recipients: 'a b c d' }, 'recipients', /“a”, “b”, “c” and 1 more are not/],
    ['access without recipients', { recipientAccess: 'view' }, 'recipients', /email addresses/],
    ['a title that is too long', { title: 'a'.repeat(501) }, 'title', /501 characters; 500 fit/],
    [
      'a spreadsheet',
      { file: [{ ...file[0], name: 'notes.xlsx' }] },
      'file',
      /not a file that Deckhand reads/,
    ],
    ['an empty file', { file: [{ ...file[0], size: 0 }] }, 'file', /empty/],
    ['a file that is too large', { file: [{ ...file[0], size: 1_600_001 }] }, 'file', /400,000/],
  ] as [string, Partial<AskForm>, string, RegExp][])('%s', (_, part, field, sentence) => {
    const errors = askForm.check({ ...good, ...part });
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field]).toMatch(sentence);
  });

  it('accepts as many recipients as there is room for, because the service names no limit', () => {
    const many = Array.from({ length: 100 }, (_, index) => `p${index}@example.com`);
    const form = { ...good, recipients: many.join('\n') };
    expect(askForm.check(form)).toEqual({});
    expect(askFromForm(form, { team: 'T1', person: 'UANA' }).sharing?.recipients).toEqual(many);
  });

  it('ignores fields that a template hides', () => {
    const template = { id: 't1', name: 'Pitch' };
    const hidden: Partial<AskForm> = { imageSource: 'wrong' as never };
    expect(askForm.check({ ...good, startFrom: 'template', template, ...hidden })).toEqual({});
  });

  it('returns all errors at once', () => {
    expect(Object.keys(askForm.check({ ...good, ...said(''), slides: '0', recipients: 'x' })).sort()).toEqual(
      ['prompt', 'recipients', 'slides'],
    );
  });
});

describe('the ask from a valid form', () => {
  const by = { team: 'T1', person: 'UANA' };
  const full: AskForm = {
    ...good,
    slides: '12',
    theme: { id: 'ocean', name: 'Ocean' },
    folder: { id: 'f1', name: 'Launches' },
    exportAs: 'pdf',
    title: 'Spring',
    imageSource: 'aiGenerated',
    imageModel: 'flux-2-pro',
    imageStyle: { texts: ['flat', ''], joins: [] },
    workspaceAccess: 'view',
    externalAccess: 'noAccess',
    recipients: 'ana@example.com\nben@example.com',
    recipientAccess: 'comment',
    language: 'de',
    tone: 'Warm',
    audience: 'Execs',
  };

  it('has all entries', () => {
    expect(askFromForm(full, by)).toEqual({
      ...by,
      work: { kind: 'document' },
      source: { kind: 'text' },
      prompt: 'Spring launch',
      format: 'presentation',
      slides: 12,
      theme: { id: 'ocean', name: 'Ocean' },
      folder: { id: 'f1', name: 'Launches' },
      exportAs: 'pdf',
      title: 'Spring',
      images: { source: 'aiGenerated', model: 'flux-2-pro', style: 'flat' },
      sharing: {
        workspaceAccess: 'view',
        externalAccess: 'noAccess',
        recipients: ['ana@example.com', 'ben@example.com'],
        recipientAccess: 'comment',
      },
      language: 'de',
      tone: 'Warm',
      audience: 'Execs',
      destination: { channel: 'C1' },
    });
  });

  it('omits empty fields', () => {
    expect(askFromForm({ ...good, exportAs: 'none' }, by)).toEqual({
      ...by,
      work: { kind: 'document' },
      source: { kind: 'text' },
      prompt: 'Spring launch',
      format: 'presentation',
      destination: { channel: 'C1' },
    });
  });

  it('ignores fields that the template hides', () => {
    const ask = askFromForm({ ...full, startFrom: 'template', template: { id: 't1', name: 'Pitch' } }, by);
    expect(ask).toMatchObject({ template: { id: 't1', name: 'Pitch' }, images: { model: 'flux-2-pro' } });
    expect(ask).toMatchObject({ slides: 12, language: 'de', tone: 'Warm', audience: 'Execs' });
    expect(ask.images).not.toHaveProperty('source');
  });

  it('has no template if the form starts from text', () => {
    expect(askFromForm({ ...good, template: { id: 't1', name: 'Pitch' } }, by)).not.toHaveProperty(
      'template',
    );
  });

  it('fills the form again', () => {
    expect(askFromForm(askForm.from(askFromForm(full, by)), by)).toEqual(askFromForm(full, by));
  });

  it('any valid form becomes an ask, and the ask becomes the same form', () => {
    fc.assert(
      fc.property(rightForm, (form) => {
        const ask = askFromForm(form, by);
        expect(askFromForm(askForm.from(ask), by)).toEqual(ask);
      }),
    );
  });

  it('every property of an ask has a field', () => {
    const asks = fc.sample(rightForm, { seed: 1, numRuns: 300 }).map((form) => askFromForm(form, by));
    const reached = new Set(asks.flatMap((ask) => Object.keys(ask)));
    // Not chosen in the form: the digest of the ask, the length of what was read, and the wishes, which are part of the prompt there.
    const { digest: _, characters: __, wishes: ___, ...parts } = askSchema.shape;
    expect([...reached].sort()).toEqual(Object.keys(parts).sort());
  });
});

describe('defaults', () => {
  const anyDefaults = anyEntries(settingsForm('person', { isClosedOutside: false }).fields, {
    tone: fc.constantFrom('', 'Warm', '<b> & "x"'),
  });

  it('each have a field, and a name in the help', () => {
    expect(Object.keys(defaultFields).sort()).toEqual(Object.keys(defaultsSchema.shape).sort());
    expect(wordsOf(helpMessage({ serviceName: 'Gamma' }))).toContain(
      'what forms begin with: theme, format, who sees it, wording, file, folder, access, access by link, language, tone',
    );
  });

  it('are stored as chosen, shown on Home, and filled into the form of an ask', () => {
    fc.assert(
      fc.property(anyDefaults, fc.constantFrom('person' as const, 'team' as const), (any, scope) => {
        const settings = settingsForm(scope, { isClosedOutside: false });
        const entries = mended(settings, any);
        const defaults = defaultsSchema.parse(settings.to(entries));
        const drawn = settingsModal(defaults, {
          scope,
          isAdmin: true,
          isClosedOutside: false,
          serviceName: 'Gamma',
        });
        expect(faultsOfView(drawn, 'modal')).toEqual([]);
        expect(buttonsOf(drawn)).toContain('Reset');
        expect(wordsOf(drawn)).toContain('Admin rules are under *The whole workspace’s* above.');
        const read = settings.read(asDrawn(drawn));
        expect(defaultsSchema.parse(settings.to(read))).toEqual(defaults);
        expect(defaultsPhrases(defaults)).toHaveLength(Object.keys(defaults).length);
        const form = { ...askForm.initial, ...askForm.entries(defaults) };
        const chosen = Object.entries(entries).filter(([, entry]) => entry !== undefined && entry !== '');
        expect(form).toMatchObject(Object.fromEntries(chosen));
      }),
    );
  });
});
