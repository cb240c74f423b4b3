import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/asks/languages.ts';
import { type Ask, askSchema } from '../../src/asks/schema.ts';
import { type Digest, settingsSchema } from '../../src/digests/digest.ts';
import type { SlackContext } from '../../src/slack/bolt/context.ts';
import { routes } from '../../src/slack/bolt/routes/routes.ts';
import { deckModal } from '../../src/slack/deck/modal.ts';
import { digestForm } from '../../src/slack/digest/form/digest-form.ts';
import { digestFields } from '../../src/slack/digest/form/fields.ts';
import { digestModal } from '../../src/slack/digest/form/modal.ts';
import { imageFields } from '../../src/slack/image/image.ts';
import { askForm } from '../../src/slack/kit/ask-fields/ask-form.ts';
import { askFields } from '../../src/slack/kit/ask-fields/fields.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createHarness, type Harness } from '../support/harness/slack.ts';
import { opened, submission } from '../support/harness/slack-requests.ts';

/**
 * What comes back from a form is whatever a client sends. This is what each value may be, and what checks it:
 *
 * | value | may be | checked by |
 * |---|---|---|
 * | channel, digest_channel | a conversation that the person can open; for a digest, one that they are in | shape: controls.ts, schema.ts; access: admission, again before the first message and at each run |
 * | file | a file that the person has put into Slack | files.info names the uploader: sources/file.ts, at the form and when it is read |
 * | source (metadata) | a conversation that the person is in | admission, again when it is read |
 * | digest_person | a full member, or somebody in the channel | admission, again at each run |
 * | id of a digest or a document (metadata, buttons) | one of the team, that the person may change or see | found by team, then the rule on the row |
 * | theme | one of the team's catalogue, where the service says | admission; the service knows no other workspace's |
 * | template | one of the team's catalogue, or a document that the person asked for or can open the conversation of | admission; where nobody can say, the form is not taken |
 * | folder | one of the team's catalogue, where the service says | admission; the service knows no other workspace's |
 * | menus: format, language, images, sharing, export, days | one of the list | the control: anything else counts as not chosen |
 * | digest_zone | a zone of the IANA list | the control's schema, and the schedule's |
 * | texts, numbers, addresses | up to the service's limits | the control's schema, and the ask's |
 * | scope and channel of defaults (metadata) | the person's own; a channel that they are in; the team's for admins | settings.ts, when shown and when saved |
 * | display (metadata) | anything | nothing that it says decides what anybody may do |
 */

const TEXT = { type: 'plain_text', text: 'Forged' };
const odd = fc.oneof(
  fc.constantFrom(
    ...[
      'C0LEADERS',
      'C1',
      'D0NORA',
      'U0NORA',
      'UANA',
      'W9',
      'F0SECRET',
      'F1',
      'f1',
      't1',
      'docOfC1',
      'docOfLeaders',
      '__proto__',
      'constructor',
      '!!!',
    ],
    ...['de', 'xx', 'UTC', '+05:30', '../..', '', ' ', '-1', '1e9', '0 9 * * 1', '* * * * *', '9'.repeat(40)],
    ...['a@example.com', 'pptx', 'document', 'fullAccess', 'person', 'thread', 'template', 'x'.repeat(6000)],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** The state of one element, of any kind that Slack has, with values that it would not send. */
const element = odd.map((value) => ({
  value,
  selected_option: { value, text: TEXT },
  selected_options: [{ value, text: TEXT }],
  selected_conversation: value,
  selected_user: value,
  selected_time: value,
  selected_date: value,
  files: [{ id: value, name: 'notes.md', size: 10 }],
}));

const junk = fc.oneof(fc.jsonValue(), odd);

/** Any of these fields, forged in the state, in the metadata, or in both. */
function forgeries(fields: object) {
  const rows = Object.entries(fields) as [string, { id: string }][];
  const one = fc.constantFrom(...rows);
  const inState = fc.array(fc.tuple(one, element), { maxLength: 4 });
  const source = fc.oneof(
    fc.record({ channel: odd, ts: fc.constantFrom('1.1', 'x', '') }),
    fc.record({ channel: odd, since: fc.constantFrom('2026-03-01T00:00:00Z', 'x') }),
  );
  const carried = fc.array(
    fc.oneof(
      fc.tuple(
        one.map(([key]) => key),
        junk,
      ),
      fc.tuple(fc.constant('source'), source),
      fc.tuple(fc.constant('offered'), fc.array(fc.record({ id: odd, name: odd }), { maxLength: 6 })),
      fc.tuple(fc.constant('files'), fc.array(odd, { maxLength: 6 })),
      fc.tuple(fc.constantFrom('id', 'display', 'opened', 'thread', 'closed', 'more'), junk),
    ),
    { maxLength: 3 },
  );
  return fc.record({ inState, carried });
}

interface Forgery {
  inState: [[string, { id: string }], object][];
  carried: [string, unknown][];
}

// biome-ignore lint/suspicious/noExplicitAny: a view as loose as Slack's
function forge(view: any, { inState, carried }: Forgery) {
  const values = { ...view.state.values };
  for (const [[, { id }], state] of inState) {
    const actions = Object.keys(values[id] ?? { [id]: {} });
    values[id] = Object.fromEntries(actions.map((action) => [action, state]));
  }
  const metadata = { ...JSON.parse(view.private_metadata || '{}'), ...Object.fromEntries(carried) };
  return { ...view, state: { values }, private_metadata: JSON.stringify(metadata) };
}

/** Made with Deckhand: ids stand in the links of documents, which get passed on. */
const documents = [
  ['docHers', 'UANA', 'C9'],
  ['docOfC1', 'UBEN', 'C1'],
  ['docOfLeaders', 'UBEN', 'C0LEADERS'],
  ['docForNora', 'UNORA', 'UNORA'],
] as const;

/** A Slack in which Ana is in C1 and in no other conversation, and all but C1 is private. */
function harnessOfAna() {
  const readBy: string[] = [];
  const harness = createHarness({
    readFile: async ({ person }, { id }) => {
      readBy.push(person);
      if (id !== 'F1') throw new Error('Somebody else has put this file into Slack.');
      return { text: 'Some notes' };
    },
  });
  harness.answers['conversations.info'] = ({ channel }) => ({
    channel: { id: channel, is_member: true, is_private: channel !== 'C1' },
  });
  harness.answers['users.conversations'] = ({ user }) => ({
    channels: user === 'UANA' ? [{ id: 'C1' }] : [],
  });
  harness.answers['users.info'] = ({ user }) => ({
    user: { id: user, team_id: user === 'UANA' ? 'T1' : 'T9' },
  });
  for (const [docId, person, channel] of documents)
    harness.generations.put(aGeneration({ id: docId, docId, person, channel }));
  return { harness, readBy };
}

/** Without the documents that were there before. */
const takenBy = ({ generations }: Harness) => generations.all().filter(({ docId }) => !docId);

const codes = languages.map(([code]) => code);

function expectHers(ask: Ask): void {
  expect(askSchema.safeParse(ask).error).toBeUndefined();
  expect([ask.team, ask.person]).toEqual(['T1', 'UANA']);
  expect(['C1', 'UANA']).toContain(ask.destination.channel);
  if ('channel' in ask.source) expect(ask.source.channel).toBe('C1');
  if ('files' in ask.source) for (const { id } of ask.source.files ?? []) expect(id).toBe('F1');
  if (ask.template) expect(['t1', 'docHers', 'docOfC1']).toContain(ask.template.id);
  if (ask.folder) expect(ask.folder.id).toBe('f1');
  if (ask.language) expect(codes).toContain(ask.language);
}

describe('a form without a state', () => {
  const forms = routes.filter(({ kind }) => kind === 'form').map(({ id }) => id);
  it.each(forms)('%s is answered like one without entries', async (callback_id) => {
    const answers: unknown[] = [];
    for (const state of [null, undefined, { values: null }, { values: {} }]) {
      const { harness } = harnessOfAna();
      const view = { ...opened({ blocks: [] }), callback_id, private_metadata: '', state };
      const { answer } = await harness.send(submission(view));
      expect(harness.logged.join()).not.toMatch(/Cannot read/);
      answers.push(answer);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });
});

describe('whatever a form is made to say', () => {
  const prompt = { texts: ['Spring launch'], joins: [] };
  const deck = () => opened(deckModal({ ...askForm.initial, prompt, channel: 'C1' }, { more: true }));

  it('an ask is of what the person can open, and goes where they can', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(forgeries(askFields), async (forgery) => {
        const { harness, readBy } = harnessOfAna();
        const { at, ...sent } = await harness.send(submission(forge(deck(), forgery as Forgery)));
        void at;
        expect(sent.acked).toBe(true);
        for (const { ask } of takenBy(harness)) {
          if (ask) expectHers(ask);
          taken += 1;
        }
        for (const person of readBy) expect(person).toBe('UANA');
      }),
      { numRuns: 250 },
    );
    // Else the property would hold of a form that takes nothing.
    expect(taken).toBeGreaterThan(10);
  });

  describe('what it is made from is open to the person', () => {
    const chosen = (value: string) => ({ selected_option: { value, text: TEXT } });
    const template = (id: string): Forgery => ({
      inState: [
        [['startFrom', askFields.startFrom], chosen('template')],
        [['template', askFields.template], chosen(id)],
      ],
      carried: [],
    });
    /** @returns the errors of the form, and the ids of the templates of what it took */
    async function sent(forgery: Forgery, given?: SlackContext['catalogue']['templateStatus']) {
      const { harness } = harnessOfAna();
      if (given) harness.slack.catalogue.templateStatus = given;
      const { answer } = await harness.send(submission(forge(deck(), forgery)));
      const { errors = {} } = (answer ?? {}) as { errors?: object };
      return [Object.keys(errors), takenBy(harness).map(({ ask }) => ask?.template?.id ?? ask?.folder?.id)];
    }

    it.each([
      ['t1', true, 'a template of the workspace'],
      ['docHers', false, 'a document that she asked for in a private place, for a public one'],
      ['docOfC1', true, 'a document of a channel that she is in'],
      ['docOfLeaders', false, 'a document of a private channel that she is not in'],
      ['docForNora', false, 'a document that somebody else got alone'],
      ['docOfOthers', false, 'a document of nobody here'],
    ])('%s: %s, as %s', async (id, isOpen) => {
      expect(await sent(template(id))).toEqual(isOpen ? [[], [id]] : [['template'], []]);
    });

    it('and where the service does not say what it has, only what was made for her or hers', async () => {
      const unknown = async () => 'unknown' as const;
      expect(await sent(template('t1'), unknown)).toEqual([['template'], []]);
      expect(await sent(template('docOfLeaders'), unknown)).toEqual([['template'], []]);
      expect(await sent(template('docOfC1'), unknown)).toEqual([[], ['docOfC1']]);
    });

    it.each([
      ['f1', [[], ['f1']]],
      ['f9', [['folder'], []]],
    ])('a folder %s', async (id, expected) => {
      expect(await sent({ inState: [[['folder', askFields.folder], chosen(id)]], carried: [] })).toEqual(
        expected,
      );
    });
  });

  it('a picture goes where the person can open it', async () => {
    const view = opened({ type: 'modal', callback_id: 'image_form', private_metadata: '', blocks: [] });
    let taken = 0;
    const words = { [imageFields.words.id]: { [imageFields.words.id]: { value: 'A lighthouse' } } };
    await fc.assert(
      fc.asyncProperty(forgeries(imageFields), odd, odd, async (forgery, channel, threadTs) => {
        const { harness } = harnessOfAna();
        const carried = [['channel', channel], ['threadTs', threadTs], ...(forgery as Forgery).carried];
        const forged = forge(view, { ...forgery, carried } as Forgery);
        const state = { values: { ...forged.state.values, ...words } };
        expect((await harness.send(submission({ ...forged, state }))).acked).toBe(true);
        for (const { ask } of takenBy(harness)) {
          if (ask) expectHers(ask);
          taken += 1;
        }
      }),
      { numRuns: 150 },
    );
    expect(taken).toBeGreaterThan(10);
  });

  it('a digest is of a channel that the person is in, and goes to nobody who cannot open it', async () => {
    let taken = 0;
    const now = Date.parse('2026-03-02T09:00:00Z');
    const view = opened(
      digestModal({ ...digestForm.initial, channel: 'C1', person: 'UANA' }, { more: true, opened: {} }, now),
    );
    await fc.assert(
      fc.asyncProperty(forgeries(digestFields), async (forgery) => {
        const { harness } = harnessOfAna();
        harness.slack.digests.create = async (team, owner, settings) => {
          taken += 1;
          expect([team, owner, settings.channel]).toEqual(['T1', 'UANA', 'C1']);
          expect(settingsSchema.safeParse(settings).error).toBeUndefined();
          if (settings.deliverTo.kind === 'person') expect(settings.deliverTo.person).toBe('UANA');
          if (settings.choices.template)
            expect(['t1', 'docHers', 'docOfC1']).toContain(settings.choices.template.id);
          if (settings.choices.language) expect(codes).toContain(settings.choices.language);
          const kept = { ...settings, id: 'd1', team, owner, state: 'active', createdAt: new Date(now) };
          return kept as Digest;
        };
        const sent = await harness.send(submission(forge(view, forgery as Forgery)));
        expect(sent.acked).toBe(true);
      }),
      { numRuns: 250 },
    );
    expect(taken).toBeGreaterThan(10);
  });
});
