import { expect, test } from 'vitest';
import { createOutageLog } from '../src/outage-log.ts';
import { createMovableClock } from './support/harness/clock.ts';
import { createTestLog } from './support/log.ts';

test('an outage of a queue of three minutes is logged once a minute, and once when it is over', () => {
  const clock = createMovableClock();
  const { log, lines } = createTestLog();
  const outage = createOutageLog({
    ...{ clock, log, fields: { queue: 'generation' }, everyMs: 60_000 },
    failing: 'fetching jobs failed',
    over: 'jobs are fetched again',
  });
  outage.worked();
  for (let seconds = 0; seconds < 180; seconds += 1) {
    outage.failed({ error: 'connect ECONNREFUSED' });
    clock.move(1_000);
  }
  outage.worked();
  outage.worked();
  const failed = { level: 40, queue: 'generation', error: 'connect ECONNREFUSED' };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    failed,
    failed,
    failed,
    { msg: 'jobs are fetched again', seconds: 180 },
  ]);
  outage.failed({ error: 'again' });
  expect(lines).toHaveLength(5);
});

test('an outage of ten minutes has one warning after half a minute, and one line at its end', () => {
  const clock = createMovableClock();
  const { log, lines } = createTestLog();
  const outage = createOutageLog({
    clock,
    log,
    afterMs: 30_000,
    failing: 'no answer',
    over: 'answers again',
  });
  for (let seconds = 0; seconds < 600; seconds += 5) {
    outage.failed({ status: 503 });
    expect(lines).toHaveLength(seconds < 30 ? 0 : 1);
    clock.move(5_000);
  }
  outage.worked();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: 'no answer', status: 503 },
    { level: 30, msg: 'answers again', seconds: 600 },
  ]);
});

test('failures between successes are not logged', () => {
  const clock = createMovableClock();
  const { log, lines } = createTestLog();
  const outage = createOutageLog({
    clock,
    log,
    afterMs: 30_000,
    failing: 'no answer',
    over: 'answers again',
  });
  for (let round = 0; round < 20; round += 1) {
    for (const call of [outage.failed, outage.failed, outage.worked]) {
      call({ status: 503 });
      clock.move(10_000);
    }
  }
  expect(lines).toEqual([]);
});
