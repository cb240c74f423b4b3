import { expect, test } from 'vitest';
import { createOutageLog } from '../../src/jobs/outage-log.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';

test('a database that is away for three minutes is a line a minute, and one when it is back', () => {
  const clock = createMovableClock();
  const { log, lines } = createTestLog();
  const outage = createOutageLog({ queue: 'generation', clock, log });
  outage.worked();
  for (let seconds = 0; seconds < 180; seconds += 1) {
    outage.failed(new Error('connect ECONNREFUSED'));
    clock.move(1_000);
  }
  outage.worked();
  outage.worked();
  const failed = { queue: 'generation', error: 'connect ECONNREFUSED' };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    failed,
    failed,
    failed,
    { msg: 'jobs are fetched again', seconds: 180 },
  ]);
  outage.failed(new Error('again'));
  expect(lines).toHaveLength(5);
});
