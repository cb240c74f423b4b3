import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { RecordedCall } from '../../../sandbox/slack/control/calls.ts';
import { actions } from '../../../src/slack/bolt/routes/action-ids.ts';
import { check, type Violation } from './check.ts';
import { kinds, subjectOf } from './kinds.ts';
import { SAID } from './people.ts';
import { fingerprint, makePlan } from './plan.ts';
import { type AskRecord, type MessageRecord, messageRecord, type RunRecord } from './record.ts';
import { createSentOf } from './sent.ts';
import { createWatch } from './watch.ts';

/** The judge of `npm run chaos -- all` must be able to condemn: it is given a good run, and one for each broken promise. */

const SENT = [actions.stop, actions.open, actions.documentMenu];

function anAsk(word: string, given: Partial<AskRecord> = {}): AskRecord {
  const at = { team: 'T0A', workspace: 'ws_a', channels: ['C1', 'D1'] };
  const pressed = { yeses: 0, checks: 0, exports: 0 };
  return { word, kind: 'deck', ...at, taken: true, ended: true, ...pressed, ...given };
}

function aMessage(ts: string, given: Partial<MessageRecord>): MessageRecord {
  const where = { team: 'T0A', channel: 'C1', ts, delivery: `d${ts}` };
  const shown = { text: '', words: [], isCard: false, wantsFile: false, buttons: [], files: [] };
  return { ...where, ...shown, ...given };
}

const card = (ts: string, word: string, given: Partial<MessageRecord> = {}) =>
  aMessage(ts, {
    ...{ words: [word], isCard: true, wantsFile: true, buttons: SENT },
    text: `“${word}” is ready`,
    ...given,
  });
const file = (ts: string, thread: string, name: string) =>
  aMessage(ts, { thread, text: 'here it is', files: [name] });
const made = (word: string, isLost = false) => ({ word, workspace: 'ws_a', isLost, isRefused: false });

/** One of each kind that was delivered, one that was asked about and made again, and one that was lost before anybody saw it. */
function aGoodRun(): RunRecord {
  const [plain, unsure, lost] = ['Quo00001aaaa', 'Quo00002bbbb', 'Quo00003cccc'] as const;
  const [changed, wish, picture] = ['Quo00004dddd', 'Wis00005ffff', 'Quo00006gggg'] as const;
  const [thorough, digest] = ['Quo00007hhhh', 'Quo00008jjjj'] as const;
  return {
    asks: [
      anAsk(plain),
      anAsk(unsure, { yeses: 1 }),
      anAsk(lost, { taken: false, ended: false, thread: '9', channels: ['C3', 'D1'] }),
      anAsk(changed),
      anAsk(wish, { kind: 'edit', thread: '6' }),
      anAsk(picture, { kind: 'image' }),
      anAsk(thorough, { kind: 'thorough' }),
      anAsk(digest, { kind: 'digest', channels: ['C0D8', 'D1'] }),
    ],
    creates: [
      ...[plain, changed, wish, picture, thorough, digest].map((word) => made(word)),
      made(unsure, true),
      made(unsure),
      { ...made(thorough), isRefused: true },
    ],
    messages: [
      card('1', plain),
      file('2', '1', 'a.pptx'),
      card('3', unsure, { buttons: [...SENT, actions.tryAgain] }),
      aMessage('4', { thread: '3', text: 'needs a decision' }),
      file('5', '3', 'b.pptx'),
      card('6', changed),
      file('7', '6', 'c.pptx'),
      card('8', wish, { words: [changed, wish], thread: '6', text: `“${changed} plan” is changed` }),
      file('9', '6', 'c.pptx'),
      card('10', picture),
      file('11', '10', 'd.png'),
      card('12', thorough),
      file('13', '12', 'e.pptx'),
      card('14', digest, { channel: 'C0D8', wantsFile: false }),
    ],
    losses: {},
    deaths: 0,
    said: [{ team: 'T0A', words: [plain, unsure, wish, digest] }],
    written: [
      { where: 'the log', text: '{"msg":"serving"}' },
      { where: 'the database', text: '[]' },
    ],
    secrets: [
      ['an export link', '/files/exp1/aXbYcZ/a.pptx'],
      ['connections accessToken', 'token-1234567890'],
    ],
  };
}

test('a run that kept every promise is not blamed for anything', () => {
  expect(check(aGoodRun())).toEqual([]);
});

test('people are told what waits for a connection once each time that it is lost', () => {
  const run = { ...aGoodRun(), losses: { T0A: 1 } };
  const waits = (ts: string) =>
    aMessage(ts, { thread: '1', text: 'a deck is waiting until the connection is renewed.' });
  const messages = [...run.messages, waits('20'), waits('21')];
  expect(check({ ...run, messages })).toEqual([]);
  expect(check({ ...run, messages: [...messages, waits('22')] })).toMatchObject([
    { promise: 'each message once' },
  ]);
});

test('a change in the direct message has a card, and its file in a reply; elsewhere it would have two cards', () => {
  const run = aGoodRun();
  const words = ['Quo00004dddd', 'Wis00005ffff'];
  const messages = run.messages.filter(({ ts }) => !['8', '9'].includes(ts));
  const inDirect = [
    card('20', 'Wis00005ffff', { words, channel: 'D1', text: '“Quo00004dddd plan” is changed' }),
    card('21', 'Wis00005ffff', {
      ...{ words, channel: 'D1', thread: '20', wantsFile: false },
      ...{ text: '“Quo00004dddd plan” was changed', files: ['c.pptx'] },
    }),
  ];
  expect(check({ ...run, messages: [...messages, ...inDirect] })).toEqual([]);
  const apart = inDirect.map((message) => ({ ...message, thread: '6' }));
  expect(check({ ...run, messages: [...messages, ...apart] })).toMatchObject([
    { promise: 'one outcome an ask' },
  ]);
});

/** Ways to break a record, at least one for each promise. Indices are those of aGoodRun. */
const breakages: [name: string, promise: Violation['promise'], breakIt: (run: RunRecord) => void][] = [
  ['an accepted ask without a card', 'one outcome an ask', (run) => void run.messages.splice(0, 1)],
  [
    'a card that never ends',
    'one outcome an ask',
    ({ asks: [ask] }) => void Object.assign(ask ?? {}, { ended: false }),
  ],
  ['a change that nobody was told about', 'one outcome an ask', (run) => void run.messages.splice(7, 1)],
  ['a digest twice', 'one outcome an ask', (run) => again(run, 13, { ts: '20' })],
  ['a second create', 'created once', ({ creates }) => void creates.push(made('Quo00001aaaa'))],
  [
    'a second create without a response',
    'created once',
    ({ creates }) => void creates.push(made('Wis00005ffff', true)),
  ],
  [
    'a create without a response that nobody was asked about',
    'an answer that was lost is asked about',
    ({ creates: [create] }) => void Object.assign(create ?? {}, { isLost: true }),
  ],
  ['a message twice', 'each message once', (run) => again(run, 0, { ts: '20', isCard: false })],
  [
    'a file twice',
    'each file once',
    (run) => {
      for (const n of [1, 2]) again(run, 1, { ts: `2${n}`, delivery: `f${n}` });
    },
  ],
  ['no file', 'a file, or a word on why there is none', (run) => void run.messages.splice(1, 1)],
  [
    'words of another team',
    'nothing to another team',
    ({ said }) => void said.push({ team: 'T0B', words: ['Quo00001aaaa'] }),
  ],
  [
    'words in a foreign channel',
    'nothing to another team',
    (run) => again(run, 0, { channel: 'C9', ts: '20', isCard: false, delivery: 'x' }),
  ],
  [
    'an ask paid by a foreign workspace',
    'nothing to another team',
    ({ creates: [create] }) => void Object.assign(create ?? {}, { workspace: 'ws_b' }),
  ],
  [
    'an export link in the log',
    'no secret anywhere',
    ({ written: [log] }) => void Object.assign(log ?? {}, { text: 'GET /files/exp1/aXbYcZ/a.pptx' }),
  ],
  [
    'a prompt in the log',
    'no words of people in the log',
    ({ written: [log] }) => void Object.assign(log ?? {}, { text: 'about Quo00001aaaa' }),
  ],
  [
    'a thread kept after delivery',
    'no words of people kept once delivered',
    ({ written }) => void written.push({ where: 'the database', text: `Ana: ${SAID} Quo00001aaaa: 12,000` }),
  ],
  [
    'a process that ended by itself',
    'no process ends by itself',
    (run) => void Object.assign(run, { deaths: 1 }),
  ],
];

function again({ messages }: RunRecord, index: number, changes: Partial<MessageRecord>): void {
  const message = messages[index];
  if (message) messages.push({ ...message, ...changes });
}

test.each(breakages)('it sees %s', (_, promise, breakIt) => {
  const run = aGoodRun();
  breakIt(run);
  expect(check(run).map((violation) => violation.promise)).toContain(promise);
});

describe('a plan', () => {
  test('is the same for the same seed, whatever the time', () => {
    expect(makePlan(7, { asks: 50, kills: 10 })).toEqual(makePlan(7, { asks: 50, kills: 10 }));
    expect(fingerprint(makePlan(8, { asks: 50, kills: 10 }))).not.toBe(
      fingerprint(makePlan(7, { asks: 50, kills: 10 })),
    );
  });

  test('has as many asks and kills as were wished for, and no word twice', () => {
    const { asks, blows } = makePlan(1, { asks: 200, kills: 40 });
    expect(new Set(asks.map(({ word }) => word)).size).toBe(200);
    expect(blows.filter(({ kind }) => kind === 'kill')).toHaveLength(40);
    expect(new Set(blows.map(({ kind }) => kind))).toEqual(new Set(['kill', 'clock', 'database']));
    expect(new Set(asks.map(({ kind }) => kind))).toEqual(new Set(kinds));
  });
});

describe('a run in which nothing moves', () => {
  test('says what it waits for', async () => {
    const watch = createWatch(() => '40 asks begun', 0);
    let begun = 40;
    const waiting = watch.until('The blows', '41 asks to be begun', () => begun > 40);
    await expect(watch.stalled).rejects.toThrow(/40 asks begun[\s\S]*The blows: 41 asks to be begun/);
    begun += 1;
    await waiting;
    expect(watch.lines()).toEqual([]);
  });
});

describe('a message', () => {
  test.each(['Slides', 'Pages', 'Sections', 'Cards'])('is not about the change that its %s list', (units) => {
    const text = '“Quo00001aaaa plan” is ready';
    const slides = {
      type: 'context',
      elements: [{ type: 'mrkdwn', text: `${units}: Quo00001aaaa · Wis00002bbbb` }],
    };
    const args = { text, blocks: [slides], channel: 'C1', ts: '1' };
    const sentOf = createSentOf([{ method: 'chat.update', args, at: 1, answer: { ok: true } }]);
    const place = { team: 'T1', channel: 'C1', sentOf };
    expect(subjectOf(messageRecord({ ts: '1', text, blocks: [slides] }, place).words)).toBe('Quo00001aaaa');
  });

  test('is about what an earlier version of it was about, though its post had no answer', () => {
    const said = (text: string) => ({ blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }] });
    const metadata = { event_type: 'deckhand_delivery', event_payload: { id: 'd1' } };
    const button = { type: 'button', value: randomUUID() };
    const saidWith = (text: string) => ({ blocks: [...said(text).blocks, button] });
    const posted = { ...saidWith('Changing “Quo00001aaaa”: “Wis00002bbbb”'), channel: 'C1', metadata };
    const calls: RecordedCall[] = [{ method: 'chat.postMessage', args: posted, at: 0 }];
    const sentOf = createSentOf(calls);
    expect(sentOf({ channel: 'C1', ts: '1' }).words).toEqual([]);
    expect(sentOf({ channel: 'C1', ts: '1', delivery: 'd1' }).words).toContain('Wis00002bbbb');
    const later = [saidWith('“Quo00001aaaa” needs a decision'), said('“Quo00001aaaa” was stopped')];
    for (const version of later) {
      const args = { ...version, channel: 'C1', ts: '1' };
      calls.push({ method: 'chat.update', args, at: 1, answer: { ok: true } });
      const { words } = sentOf({ channel: 'C1', ts: '1', blocks: version.blocks });
      expect(subjectOf(words)).toBe('Wis00002bbbb');
    }
  });
});
