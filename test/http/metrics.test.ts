import { afterEach, expect, test } from 'vitest';
import { BACKLOG_FRESH_MS } from '../../src/http/metrics/backlog.ts';
import { createMetrics, type Metrics } from '../../src/http/metrics/metrics.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import type { Database, Queries } from '../../src/storage/database.ts';
import { testDatabase } from '../support/database.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';
import { unlistedLabels } from './labels.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function figure(metrics: Metrics, name: string): Promise<number | undefined> {
  const text = await metrics.registry.metrics();
  const line = text.split('\n').find((one) => one.startsWith(`deckhand_${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

test('an unknown value of a label is counted as other', async () => {
  const metrics = createMetrics();
  const words = 'T0SMALL “our launch”';
  metrics.askAccepted(words);
  metrics.stateReached({ state: 'failed', work: words, failure: { reason: words } });
  metrics.stateReached({ state: 'delivered', work: 'edit' });
  metrics.requestReceived(words, 0.2);
  metrics.requestReceived('command', null);
  metrics.slackCalled(words, 'ok');
  metrics.jobFailed(words);
  metrics.jobGivenUp('generation');
  metrics.databaseFailed('lost');
  metrics.rated(words, words);
  const text = await metrics.registry.metrics();
  expect(text).not.toContain('launch');
  expect(unlistedLabels(text)).toEqual([]);
  expect(unlistedLabels('deckhand_asks_total{work="T0SMALL"} 1')).toEqual(['work="T0SMALL"']);
  expect(await figure(metrics, 'asks_total{work="other"}')).toBe(1);
  expect(await figure(metrics, 'asks_ended_total{work="other",outcome="failed",reason="other"}')).toBe(1);
});

test('time series that alerts use exist before their first event', async () => {
  const metrics = createMetrics();
  for (const name of [
    'generation_transitions_total{state="unsure"}',
    'asks_ended_total{work="document",outcome="failed",reason="internal"}',
    'slack_unacknowledged_total{request="event"}',
    'dead_letters_total{queue="generation"}',
    'connections_lost_total',
    'asks_total{work="document"}',
    'asks_refused_total{blocker="key_refused"}',
    'ask_seconds_count{work="document"}',
  ])
    expect([name, await figure(metrics, name)]).toEqual([name, 0]);
});

test('the time from the ask to its document is counted when it is delivered, and not before', async () => {
  const metrics = createMetrics();
  const at = (seconds: number) => new Date(seconds * 1_000);
  const generation = { work: 'document', createdAt: at(0) };
  metrics.stateReached({ ...generation, state: 'following', updatedAt: at(20) });
  metrics.stateReached({
    ...generation,
    state: 'failed',
    updatedAt: at(20),
    failure: { reason: 'internal' },
  });
  expect(await figure(metrics, 'ask_seconds_count{work="document"}')).toBe(0);
  metrics.stateReached({ ...generation, state: 'delivered', updatedAt: at(90) });
  expect(await figure(metrics, 'ask_seconds_bucket{le="60",work="document"}')).toBe(0);
  expect(await figure(metrics, 'ask_seconds_bucket{le="120",work="document"}')).toBe(1);
});

test('the backlog is read from the database at most once in 15 seconds', async () => {
  const metrics = createMetrics();
  const clock = createMovableClock();
  let statements = 0;
  const query = async () => {
    statements += 1;
    return [];
  };
  metrics.readBacklogFrom({ db: { query } as Queries, clock });
  const scrapes = () => Promise.all(Array.from({ length: 20 }, () => metrics.registry.metrics()));
  await scrapes();
  clock.move(BACKLOG_FRESH_MS - 1);
  await scrapes();
  expect(statements).toBe(1);
  clock.move(1);
  await scrapes();
  expect(statements).toBe(2);
});

test('if the database does not answer, the backlog has no values and backlog_read is 0', async () => {
  const metrics = createMetrics();
  const clock = createMovableClock();
  let isOut = false;
  const query = async () => {
    if (isOut) throw new Error('gone');
    return [{ figure: 'digests', name: 'late', stage: '', amount: 3, age: 0 }];
  };
  metrics.readBacklogFrom({ db: { query } as unknown as Queries, clock });
  expect(await figure(metrics, 'digests_late')).toBe(3);
  isOut = true;
  clock.move(BACKLOG_FRESH_MS);
  expect(await figure(metrics, 'backlog_read')).toBe(0);
  expect(await figure(metrics, 'digests_late')).toBeUndefined();
  expect(await figure(metrics, 'generations{state="queued"}')).toBeUndefined();
});

test('the backlog counts unfinished generations, jobs, deliveries and late digests', async () => {
  const db = await testDatabase();
  const clock = createMovableClock();
  const jobs = createJobs({ database: db, clock, log: createTestLog().log });
  await jobs.start();
  ends.push(
    () => db.close(),
    () => jobs.stop({ graceMs: 0 }),
  );
  await jobs.send('digest', { team: 'T1', digest: 'one' }, { key: 'one' });
  await jobs.send('digest', { team: 'T1', digest: 'two' }, { key: 'two' });
  await db.query(
    `UPDATE pgboss.job SET data = '{"team":"T1","deadLetter":true}' WHERE singleton_key = 'two'`,
  );
  const ago = (seconds: number) => new Date(clock.now() - seconds * 1_000);
  await insertGeneration(db, 'waits', 'queued', ago(90));
  await insertGeneration(db, 'waits less', 'queued', ago(10));
  await insertGeneration(db, 'is through', 'delivered', ago(5_000));
  await insertDelivery(db, 'pending', ago(60));
  await insertDelivery(db, 'pending', ago(60), 'step');
  await insertDelivery(db, 'sent', ago(60));
  await insertDelivery(db, 'pending', ago(3 * 24 * 3_600));
  await insertDigest(db, ago(300));
  await insertDigest(db, ago(-300));

  const metrics = createMetrics();
  metrics.readBacklogFrom({ db, clock });
  expect(await figure(metrics, 'generations{state="queued"}')).toBe(2);
  expect(await figure(metrics, 'generation_oldest_seconds{state="queued"}')).toBeCloseTo(90, 0);
  expect(await figure(metrics, 'generations{state="following"}')).toBe(0);
  expect(await figure(metrics, 'generations{state="delivered"}')).toBeUndefined();
  expect(await figure(metrics, 'jobs{queue="digest",stage="waiting"}')).toBe(1);
  expect(await figure(metrics, 'jobs{queue="digest",stage="dead"}')).toBe(1);
  expect(await figure(metrics, 'outbox_waiting{post="pending"}')).toBe(1);
  expect(await figure(metrics, 'digests_late')).toBe(1);
  expect(await figure(metrics, 'backlog_read')).toBe(1);
});

let rows = 0;
const nextId = () => `00000000-0000-4000-8000-${String(++rows).padStart(12, '0')}`;

function insertGeneration(db: Database, key: string, state: string, updatedAt: Date) {
  return db.query(
    `INSERT INTO generations (id, team, person, key, state, work, label, channel, created_at, updated_at)
     VALUES ($1, 'T1', 'U1', $2, $3, 'document', NULL, 'C1', $4, $4)`,
    [nextId(), key, state, updatedAt],
  );
}

function insertDelivery(db: Database, state: string, createdAt: Date, kind = 'post') {
  return db.query(
    `INSERT INTO deliveries (id, team, kind, sequence, state, channel, attempts, created_at)
     VALUES ($1, 'T1', $4, '', $2, 'C1', 0, $3)`,
    [nextId(), state, createdAt, kind],
  );
}

function insertDigest(db: Database, nextRun: Date) {
  const id = nextId();
  return db.query(
    `INSERT INTO digests (id, team, owner, key, state, channel, schedule, focus, choices, threshold, quiet, deliver_to, next_run, created_at, updated_at)
     VALUES ($1, 'T1', 'U1', $2, 'active', 'C1', '{}', '{}', '{}', 1, 'say', '{}', $3, now(), now())`,
    [id, id, nextRun],
  );
}
