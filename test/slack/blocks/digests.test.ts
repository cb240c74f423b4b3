import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOfBlocks } from '../../../sandbox/slack/blocks/check.ts';
import { faultsOfView } from '../../../sandbox/slack/blocks/views.ts';
import { initialState } from '../../../sandbox/slack/views/state.ts';
import type { Digest, PauseReason } from '../../../src/digests/digest.ts';
import type { Schedule } from '../../../src/digests/schedule.ts';
import { digestForm, settingsFromForm } from '../../../src/slack/digest/form/digest-form.ts';
import { threadInLink } from '../../../src/slack/digest/form/fields.ts';
import { digestModal, readDigestModal } from '../../../src/slack/digest/form/modal.ts';
import { digestsMessage } from '../../../src/slack/digest/list-blocks.ts';
import { digestNote } from '../../../src/slack/digest/note-blocks.ts';
import { scheduleWords } from '../../../src/slack/kit/copy/schedule-words.ts';
import { buttonsOf } from '../../support/reading.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');
const words = { serviceName: 'Gamma' };
const zone = fc.constantFrom('Europe/Lisbon', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'UTC');
const time = fc.constantFrom('00:00', '09:00', '23:45');
const weekday = fc.integer({ min: 0, max: 6 });

const schedule: fc.Arbitrary<Schedule> = fc.oneof(
  fc.record({ every: fc.constantFrom('day' as const, 'weekday' as const), time, zone }),
  fc.record({ every: fc.constant('week' as const), weekday, time, zone }),
  fc
    .record({ from: fc.constantFrom('2026-03-02', '2026-03-08', '2025-12-31'), time, zone })
    .map((rest) => ({ every: 'two-weeks' as const, weekday: new Date(rest.from).getUTCDay(), ...rest })),
  fc.record({
    every: fc.constant('month' as const),
    day: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant('last' as const)),
    time,
    zone,
  }),
  fc.record({
    every: fc.constant('cron' as const),
    line: fc.constantFrom('0 9 * * 1', '0 8,20 * * *'),
    zone,
  }),
);

const named = fc.constantFrom({ id: 'ocean', name: 'Ocean' }, { id: 'a b/c', name: 'Brand <2026> & co' });
const reasons: PauseReason[] = [
  'person',
  'archived',
  'gone',
  'absent',
  'removed',
  'owner_left',
  'owner_closed',
  'owner_guest',
  'private',
  'recipient_left',
  'template_gone',
  'declined',
  'unconnected',
];

const digest: fc.Arbitrary<Digest> = fc.record(
  {
    id: fc.uuid(),
    team: fc.constant('T1'),
    owner: fc.constant('UANA'),
    channel: fc.constantFrom('C1', 'G22'),
    schedule,
    focus: fc.record({
      topics: fc.subarray(['decisions', 'actions', 'questions', 'numbers'] as const).map((each) => [...each]),
      words: fc.string({ maxLength: 2000 }),
    }),
    choices: fc.record(
      {
        format: fc.constantFrom('presentation' as const, 'document' as const),
        theme: named,
        exportAs: fc.constant('pdf' as const),
      },
      { requiredKeys: ['format'] },
    ),
    threshold: fc.integer({ min: 1, max: 100 }),
    quiet: fc.constantFrom('say' as const, 'silent' as const),
    deliverTo: fc.constantFrom<Digest['deliverTo']>(
      { kind: 'channel' },
      { kind: 'thread' },
      { kind: 'thread', threadTs: '1700000000.000100' },
      { kind: 'person', person: 'UBEN' },
    ),
    state: fc.constantFrom('active' as const, 'paused' as const),
    pausedBecause: fc.constantFrom(...reasons),
    nextRun: fc.constant(new Date('2026-03-09T09:00:00Z')),
    skipped: fc.constant(new Date('2026-03-01T09:00:00Z')),
    createdAt: fc.constant(new Date('2026-03-01T09:00:00Z')),
  },
  {
    requiredKeys: [
      'id',
      'team',
      'owner',
      'channel',
      'schedule',
      'focus',
      'choices',
      'threshold',
      'quiet',
      'deliverTo',
      'state',
      'createdAt',
    ],
  },
);

describe('digests in Slack', () => {
  it('lists, notes and forms are such as Slack takes', () => {
    fc.assert(
      fc.property(fc.array(digest, { maxLength: 15 }), fc.boolean(), (digests, mayManage) => {
        const list = digestsMessage(
          digests.map((each) => ({ digest: each, mayManage, isSentToThem: !mayManage })),
          words,
        );
        expect(faultsOfBlocks(list.blocks, 'message', '/blocks')).toEqual([]);
        expect(JSON.stringify(list.blocks).length).toBeLessThan(13_200);
        for (const each of digests) {
          for (const note of [
            { kind: 'quiet' as const, since: new Date(NOW) },
            { kind: 'skipped' as const, due: new Date(NOW) },
            { kind: 'given_up' as const, due: new Date(NOW) },
            ...reasons.map((because) => ({ kind: 'paused' as const, because })),
          ]) {
            expect(faultsOfBlocks(digestNote(each, note, words).blocks, 'message', '/blocks')).toEqual([]);
          }
          expect(faultsOfView(digestModal(digestForm.from(each), { id: each.id }, NOW), 'modal')).toEqual([]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('says to an owner who is a guest that guests are shut out, and to admins what Resume needs', () => {
    const [given] = fc.sample(digest, 1);
    const note = { kind: 'paused' as const, because: 'owner_guest' as const };
    const readBy = (reader: string) => digestNote(given as Digest, note, words, reader);
    expect(readBy('UANA').text).toMatch(/^Your digest of .* is paused, because guests may not use Deckhand/);
    expect(buttonsOf(readBy('UANA'))).toEqual(['Delete']);
    expect(readBy('UADA').text).toMatch(/that <@UANA> set up is paused\. .* is a guest.*let guests in with/);
    expect(buttonsOf(readBy('UADA'))).toEqual(['Resume', 'Delete']);
  });

  it('a list that is longer than a message is turned page by page until each digest was shown once', () => {
    fc.assert(
      fc.property(fc.array(digest, { minLength: 1, maxLength: 40 }), fc.nat(50), (digests, stale) => {
        const listed = digests.map((each) => ({ digest: each, mayManage: true, isSentToThem: false }));
        const pageAt = (at: number) => JSON.stringify(digestsMessage(listed, words, { at }).blocks);
        const idsOn = (page: string) =>
          [...page.matchAll(/"digest_delete","value":"(\S+) \d+"/g)].map(([, id]) => id);
        const shown: (string | undefined)[] = [];
        let at = 0;
        do {
          const page = pageAt(at);
          shown.push(...idsOn(page));
          at = Number(page.match(/"digest_turn","value":"(\d+)"/)?.[1] ?? 0);
        } while (at > 0);
        expect(shown).toEqual(digests.map(({ id }) => id));
        const place = Math.min(stale, digests.length - 1);
        expect(idsOn(pageAt(stale))).toContain(digests[place]?.id);
      }),
      { numRuns: 30 },
    );
  });

  it('opening a digest’s form and saving it unchanged changes nothing', () => {
    fc.assert(
      fc.property(digest, (given) => {
        const drawn = digestModal(digestForm.from(given), { id: given.id }, NOW);
        // biome-ignore lint/suspicious/noExplicitAny: a view's state is as loose as in Slack's requests
        const state = { values: initialState(drawn.blocks as never) as any };
        const { form, display } = readDigestModal({ state, private_metadata: drawn.private_metadata ?? '' });
        expect(display.id).toBe(given.id);
        const { channel, schedule, focus, choices, threshold, quiet, deliverTo } = given;
        const words = focus.words.toWellFormed();
        expect(settingsFromForm(form, NOW)).toEqual({
          ...{ channel, schedule, focus: { ...focus, words }, choices, threshold, quiet, deliverTo },
        });
      }),
      { numRuns: 60 },
    );
  });

  it('the form that opens first is right as it is, but for its channel', () => {
    expect(faultsOfView(digestModal(digestForm.initial, {}, NOW), 'modal')).toEqual([]);
  });

  it('says schedules as people would', () => {
    const zone = 'Europe/Lisbon';
    const said = ([31, 22, 3, 11, 'last'] as const).map((day) =>
      scheduleWords({ every: 'month', day, time: '09:00', zone }),
    );
    expect(said).toEqual([
      'on the 31st of every month at 9:00 AM',
      'on the 22nd of every month at 9:00 AM',
      'on the 3rd of every month at 9:00 AM',
      'on the 11th of every month at 9:00 AM',
      'on the last day of every month at 9:00 AM',
    ]);
  });

  it('knows a link to a message of the channel, and to the thread that a reply stands in', () => {
    const link = 'https://small.slack.com/archives/C1/p1700000000000100';
    expect(threadInLink(link, 'C1')).toBe('1700000000.000100');
    expect(threadInLink(`${link}?thread_ts=1690000000.000200&cid=C1`, 'C1')).toBe('1690000000.000200');
    expect(threadInLink(link, 'C2')).toBeUndefined();
    expect(threadInLink('https://example.com', 'C1')).toBeUndefined();
  });
});
