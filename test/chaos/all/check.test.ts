import { describe, expect, test } from 'vitest';
import { actions } from '../../../src/slack/bolt/action-ids.ts';
import { check } from './check.ts';
import { fingerprint, makePlan } from './plan.ts';
import { plants } from './plants.ts';
import type { AskRecord, MessageRecord, RunRecord } from './record.ts';

/** The judge of `npm run chaos -- all` must be able to condemn: it is given a good run, and one for each broken promise. */

const SENT = [actions.stop, actions.open, actions.documentMenu];

function anAsk(word: string, given: Partial<AskRecord> = {}): AskRecord {
  return {
    ...{ word, team: 'T0A', workspace: 'ws_a', channels: ['C1', 'D1'], taken: true, ended: true },
    ...{ yeses: 0, checks: 0, exports: 0 },
    ...given,
  };
}

function aMessage(ts: string, given: Partial<MessageRecord>): MessageRecord {
  return {
    ...{
      team: 'T0A',
      channel: 'C1',
      ts,
      text: '',
      delivery: `d${ts}`,
      words: [],
      isCard: false,
      wantsFile: false,
    },
    ...{ buttons: [], files: [] },
    ...given,
  };
}

const card = (ts: string, word: string, given: Partial<MessageRecord> = {}) =>
  aMessage(ts, {
    words: [word],
    isCard: true,
    wantsFile: true,
    text: `“${word}” is ready`,
    buttons: SENT,
    ...given,
  });

/** One that was delivered, one that was asked about and made again, and one that was lost before anybody saw it. */
function aGoodRun(): RunRecord {
  const [plain, unsure, lost] = ['Quo00001aaaa', 'Quo00002bbbb', 'Quo00003cccc'];
  return {
    asks: [
      anAsk(plain ?? ''),
      anAsk(unsure ?? '', { yeses: 1 }),
      anAsk(lost ?? '', { taken: false, ended: false, thread: '9', channels: ['C3', 'D1'] }),
    ],
    creates: [
      { word: plain ?? '', workspace: 'ws_a', status: 200 },
      { word: unsure ?? '', workspace: 'ws_a', status: 0 },
      { word: unsure ?? '', workspace: 'ws_a', status: 200 },
    ],
    messages: [
      card('1', plain ?? ''),
      aMessage('2', { thread: '1', text: 'here it is', files: ['a.pptx'] }),
      card('3', unsure ?? '', { buttons: [...SENT, actions.tryAgain] }),
      aMessage('4', { thread: '3', text: 'needs a decision' }),
      aMessage('5', { thread: '3', text: 'here it is', files: ['b.pptx'] }),
    ],
    said: [{ team: 'T0A', words: [plain ?? '', unsure ?? ''] }],
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

describe('it sees', () => {
  test.each(plants)('$name', (plant) => {
    const record = aGoodRun();
    plant.break(record);
    expect(check(record).map(({ promise }) => promise)).toContain(plant.promise);
  });
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
  });
});
