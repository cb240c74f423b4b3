import { describe, expect, test } from 'vitest';
import type { Digest } from '../../src/digests/digest.ts';
import type { Role } from '../../src/slack/bolt/permissions/roles.ts';
import { readDigestModal } from '../../src/slack/digest/form/modal.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createHarness, type Given, playedSettings } from '../support/harness/slack.ts';
import { command, opened, press } from '../support/harness/slack-requests.ts';
import { buttonsOf, buttonValue, stringsIn } from '../support/reading.ts';
import { type Place, talkTo } from './talk-to.ts';

/** The list of digests, with those of other people for admins. */

const digest = (id: string, owner: string, channel: string): Digest => ({
  ...{ id, team: 'T1', owner, channel, threshold: 1, quiet: 'say', state: 'active' },
  schedule: { every: 'week', weekday: 1, time: '09:00', zone: 'UTC' },
  focus: { topics: [], words: '' },
  choices: { format: 'presentation' },
  deliverTo: { kind: 'channel' },
  nextRun: new Date('2026-03-09T09:00:00Z'),
  createdAt: new Date(0),
});

const [here, own, bens] = [
  digest('d1', 'UANA', 'C1'),
  digest('d2', 'UANA', 'C2'),
  digest('d3', 'UBEN', 'G9'),
];

/** Ana types `/deck digests` in C1. @param roles her role as cached, and as Slack says now */
async function listedTo(roles: { cached: Role; now: Role }, all = [here, own, bens]) {
  const { digests } = createHarness().slack;
  const harness = createHarness({
    roleOf: async () => roles.cached,
    digests: {
      ...digests,
      inChannel: async () => [here],
      ownedBy: async () => [here, own],
      ofTeam: async () => all,
      lastCosts: async () => new Map([['d3', 12]]),
    },
  });
  harness.answers['users.info'] = { user: { id: 'UANA', is_admin: roles.now === 'admin' } };
  await harness.send(command('digests'));
  const message = harness.made('respond').at(-1);
  return { text: stringsIn(message.blocks), labels: buttonsOf(message) };
}

test('an admin sees the digests of the channel, the own ones, and then those of others, with owner, rhythm, next run and cost', async () => {
  const { text } = await listedTo({ cached: 'admin', now: 'admin' });
  expect(text).toMatch(
    /<#C1>.*<#C2>.*\*<#G9>\* · <!date.*Every Monday at 9:00 AM \(UTC\).*set up by <@UBEN>/s,
  );
  expect(text).toMatch(/set up by <@UBEN> · the last one cost 12 credits/);
});

test.each<{ cached: Role; now: Role }>([
  { cached: 'member', now: 'member' },
  // Ana was an admin until a minute ago.
  { cached: 'admin', now: 'member' },
])('a person who is no admin ($cached, $now) sees none of others in other channels', async (roles) => {
  expect((await listedTo(roles)).text).not.toMatch(/G9|UBEN|12 credits/);
});

test('a long list of all digests is shown in pages', async () => {
  const many = Array.from({ length: 30 }, (_, n) => digest(`e${n}`, 'UBEN', `C${100 + n}`));
  const { text, labels } = await listedTo({ cached: 'admin', now: 'admin' }, many);
  expect(text).toMatch(/1 to \d+ of 32/);
  expect(text).not.toContain('C120');
  expect(labels).toContain('Show more');
});

const NAMED: Given = {
  settings: playedSettings({ changes: 'everyone' }),
  channelNamed: async (_, name) => (name === 'product-launch' ? 'C7' : undefined),
};

/** Deckhand, and Ana has digests of C1 and C2. */
function withDigests() {
  return talkTo({
    ...NAMED,
    digests: {
      ...createHarness().slack.digests,
      inChannel: async (_, channel) => [here].filter((one) => one.channel === channel),
      ownedBy: async () => [here, own],
    },
  });
}

const STOP = 'Press *Pause* or *Delete* below the digest.';
const CHANGE = 'Press *Change* below the digest. The form has its day and time, and where it goes.';

test.each([
  ['stop the revenue digest', STOP],
  ['pause my digest', STOP],
  ['no more digest please', STOP],
  ['make the digest come at 8 instead', CHANGE],
  ['change the digest to 8', CHANGE],
  ['can the digest come on Fridays?', CHANGE],
  ['move my digest to Friday', CHANGE],
])('“%s” says which button does it, and in a channel shows the one digest there', async (words, hint) => {
  const { harness, say } = withDigests();
  const buttonsInDm = ['Pause', 'Run now', 'Change', 'Delete'];
  expect(await say(words)).toEqual({ kind: 'says', words: hint });
  expect(buttonsOf(harness.made('chat.postMessage').at(-1))).toEqual([
    ...buttonsInDm,
    ...buttonsInDm,
    'New digest',
  ]);
  for (const where of ['channel', 'command'] as const) {
    expect(await say(words, where)).toEqual({ kind: 'says', words: hint });
    const shown = harness.made(where === 'channel' ? 'chat.postEphemeral' : 'respond').at(-1);
    expect(buttonsOf(shown)).toEqual([...buttonsInDm, 'New digest']);
  }
});

test.each([
  'when does my digest come?',
  'when does my digest come',
  'when is the next digest',
  'when does the weekly digest come?',
])('“%s” is answered by the list, which has the next run of each', async (words) => {
  for (const where of ['channel', 'dm'] as const) {
    const { harness, say } = withDigests();
    expect(await say(words, where)).toEqual({ kind: 'says', words: '2 digests.' });
    const shown = harness.made(where === 'dm' ? 'chat.postMessage' : 'chat.postEphemeral').at(-1);
    expect(buttonsOf(shown)).toContain('Run now');
  }
});

test('also after a result, a digest is changed and not the document', async () => {
  const { harness, say } = withDigests();
  const createdAt = new Date(harness.slack.clock.now());
  harness.generations.put(aGeneration({ channel: 'D1', rootTs: '5.5', createdAt, updatedAt: createdAt }));
  for (const words of ['change the digest to 8', 'make the digest come at 8'])
    expect(await say(words)).toEqual({ kind: 'says', words: CHANGE });
  expect(await say('change the title of the digest')).toMatchObject({
    words: expect.stringMatching(/^Change “/),
  });
});

test.each([
  ['pls pause it for two weeks', 'Press *Pause* or *Delete* below the digest.'],
  ['cool, that digest is good. make it a pdf next time', CHANGE],
  ['make the digest shorter, 5 slides', CHANGE],
  ['nee nicht das dokument, die einstellung vom digest', CHANGE],
])('“%s” after a result is about the digest', async (words, hint) => {
  const { harness, say } = withDigests();
  const createdAt = new Date(harness.slack.clock.now());
  harness.generations.put(aGeneration({ channel: 'D1', rootTs: '5.5', createdAt, updatedAt: createdAt }));
  expect(await say(words)).toEqual({ kind: 'says', words: hint });
});

describe('a new digest', () => {
  test.each([
    ['a digest of product-launch every friday at 4 pm', 'new channel=C7 every=week weekday=5 time=16:00'],
    ['every monday a summary of this channel', 'new every=week weekday=1'],
    [
      'every friday at 4pm a one pager of <#C7|revenue> please',
      'new channel=C7 every=week weekday=5 time=16:00 format=document slides=1',
    ],
    [
      'each Friday a pdf about <#C7|revenue> for me',
      'new channel=C7 every=week weekday=5 deliver=person exportAs=pdf',
    ],
    ['every friday 5 slides of this channel', 'new every=week weekday=5 format=presentation slides=5'],
    [
      'every friday 16:00 slides of <#C7|revenue>',
      'new channel=C7 every=week weekday=5 time=16:00 format=presentation',
    ],
    ['mondays 9am a summary of <#C7|revenue>', 'new channel=C7 every=week weekday=1 time=09:00'],
    ['jeden Montag eine Zusammenfassung von <#C7|revenue>', 'new channel=C7 every=week weekday=1'],
    [
      'jeden Montag um 9 zwei Folien von <#C7|revenue>',
      'new channel=C7 every=week weekday=1 time=09:00 format=presentation slides=2',
    ],
    [
      'weekly, on mondays, slides of <#C7|revenue>',
      'new channel=C7 every=week weekday=1 format=presentation',
    ],
    [
      'on fridays, I’d like a deck about <#C7|revenue>',
      'new channel=C7 every=week weekday=5 format=presentation',
    ],
    [
      'every other Friday a document of <#C7|revenue>, in German',
      'new channel=C7 every=two-weeks weekday=5 format=document language=de',
    ],
    [
      'a one-pager of <#C7|revenue> every friday at 4',
      'new channel=C7 every=week weekday=5 time=16:00 format=document slides=1',
    ],
    [
      'set up a weekly digest of <#C7|revenue>, fridays at 4 pm, one page',
      'new channel=C7 every=week weekday=5 time=16:00 format=document slides=1',
    ],
    ['a weekly digest of <#C7|revenue>, as pdf', 'new channel=C7 every=week exportAs=pdf'],
  ])('“%s” fills in its form', async (words, value) => {
    const { harness, say } = talkTo(NAMED);
    expect(await say(words)).toMatchObject({
      words: expect.stringContaining('filled in with what you said'),
    });
    expect(buttonValue(harness.made('chat.postMessage').at(-1), 'digest_schedule')).toBe(value);
  });

  test.each([
    'slides for every Friday standup',
    'a deck about what we do every Monday',
    'slides of <#C7|revenue> for every Friday standup',
    'slides of what we do on Fridays in <#C7|revenue>',
    'every Friday we post slides of <#C7|revenue>',
    'slides of <#C7|revenue> since Friday',
  ])('“%s” is one document', async (words) => {
    expect(await talkTo(NAMED).say(words)).toMatchObject({ kind: 'card' });
  });

  test('its form has the format, the length, the file and the language that were said', async () => {
    const { harness, say } = talkTo(NAMED);
    await say('weekly digest of <#C7|revenue>, one page, in German');
    const value = buttonValue(harness.made('chat.postMessage').at(-1), 'digest_schedule');
    await harness.send(press({ action_id: 'digest_schedule', value }));
    const { form } = readDigestModal(opened(harness.made('views.update').at(-1)?.view));
    expect(form).toMatchObject({ format: 'document', slides: '1', language: 'de', exportAs: 'pdf' });
  });

  test.each<Place>(['dm', 'channel', 'command'])(
    'more words about it fill in more, and get no card (%s)',
    async (where) => {
      const { harness, say } = talkTo(NAMED);
      await say('every monday a summary of <#C7|revenue>', where);
      expect(await say('at 8 and for finance pls', where)).toMatchObject({
        words: expect.stringMatching(/^For the digest, \*New digest\* opens the form/),
      });
      const shown = harness.calls.findLast(({ method }) =>
        /postMessage|postEphemeral|respond/.test(method),
      )?.args;
      expect(buttonValue(shown, 'digest_schedule')).toBe('new channel=C7 every=week weekday=1 time=08:00');
      expect(await say('slides on tea at 8', where)).toMatchObject({ kind: 'card' });
      expect((await say('at 8', where)).kind).not.toBe('says');
    },
  );

  test('of a channel that the person is not in says so', async () => {
    const { say } = talkTo();
    expect(await say('weekly digest of #leadership')).toMatchObject({
      words: expect.stringContaining('you don’t seem to be in #leadership'),
    });
  });
});
