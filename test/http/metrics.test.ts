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

test('words, ids and names that come where a label is meant are counted, and not named', async () => {
  const metrics = createMetrics();
  const words = 'T0SMALL “our launch”';
  metrics.taken(words);
  metrics.moved({ state: 'failed', work: words, failure: { reason: words } });
  metrics.moved({ state: 'delivered', work: 'edit' });
  metrics.received(words, 0.2);
  metrics.received('command', null);
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

test('what alerts count is there before its first case: a series that begins with it does not rise', async () => {
  const metrics = createMetrics();
  for (const name of [
    'generation_transitions_total{state="unsure"}',
    'asks_ended_total{work="document",outcome="failed",reason="internal"}',
    'slack_unacknowledged_total{request="event"}',
    'dead_letters_total{queue="generation"}',
    'connections_lost_total',
  ])
    expect([name, await figure(metrics, name)]).toEqual([name, 0]);
});

test('the database says what waits once in 15 seconds, however often it is asked for', async () => {
  const metrics = createMetrics();
  const clock = createMovableClock();
  let statements = 0;
  const query = async () => {
    statements += 1;
    return [];
  };
  metrics.backlogIs({ db: { query } as Queries, clock });
  const scrapes = () => Promise.all(Array.from({ length: 20 }, () => metrics.registry.metrics()));
  await scrapes();
  clock.move(BACKLOG_FRESH_MS - 1);
  await scrapes();
  expect(statements).toBe(1);
  clock.move(1);
  await scrapes();
  expect(statements).toBe(2);
});

test('a database that is out of reach is said to be, and nothing old is said of what waits there', async () => {
  const metrics = createMetrics();
  const clock = createMovableClock();
  let isOut = false;
  const query = async () => {
    if (isOut) throw new Error('gone');
    return [{ figure: 'digests', name: 'late', stage: '', amount: 3, age: 0 }];
  };
  metrics.backlogIs({ db: { query } as unknown as Queries, clock });
  expect(await figure(metrics, 'digests_late')).toBe(3);
  isOut = true;
  clock.move(BACKLOG_FRESH_MS);
  expect(await figure(metrics, 'backlog_read')).toBe(0);
  expect(await figure(metrics, 'digests_late')).toBeUndefined();
  expect(await figure(metrics, 'generations{state="queued"}')).toBeUndefined();
});

test('what waits is counted where it lies: generations, jobs, posts, digests', async () => {
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
  await insertDelivery(db, 'sent', ago(60));
  await insertDelivery(db, 'pending', ago(3 * 24 * 3_600));
  await insertDigest(db, ago(300));
  await insertDigest(db, ago(-300));

  const metrics = createMetrics();
  metrics.backlogIs({ db, clock });
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

function insertDelivery(db: Database, state: string, createdAt: Date) {
  return db.query(
    `INSERT INTO deliveries (id, team, kind, sequence, state, channel, attempts, created_at)
     VALUES ($1, 'T1', 'note', '', $2, 'C1', 0, $3)`,
    [nextId(), state, createdAt],
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
