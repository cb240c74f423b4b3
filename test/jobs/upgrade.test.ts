import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createBoss } from '../../src/jobs/boss.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import { testDatabase } from '../support/database.ts';

const MIGRATION = new URL('../../src/storage/migrations/0006-leases.sql', import.meta.url);
const log = pino({ level: 'silent' });
const db = await testDatabase();
afterAll(() => db.close());

/** A job as it was written before: its team for a group, no lease. */
const insert = (key: string, state: string) =>
  db.query(
    `INSERT INTO pgboss.job (name, data, singleton_key, group_id, state, policy, retry_limit, started_on)
     VALUES ('generation', $1::jsonb, $2, 'T1', $3::pgboss.job_state, 'short', 1000, now()) RETURNING id`,
    [JSON.stringify({ team: 'T1', generation: key }), key, state],
  );

it('goes on with the jobs of a database that knew from its own tables who worked on what', async () => {
  const { boss, start } = createBoss({ database: db, log });
  await start(null);
  await boss.stop({ graceful: false, close: false });
  await db.transaction((tx) =>
    tx.script(`CREATE TABLE processes (id uuid);
      CREATE TABLE held_jobs (queue text, job_id uuid, key text, next jsonb)`),
  );
  await insert('waits', 'created');
  await insert('at work', 'active');
  await insert('sent again', 'active');
  const next = JSON.stringify({ team: 'T1', generation: 'sent again' });
  await db.query(`INSERT INTO held_jobs (queue, key, next) VALUES
    ('generation', 'at work', NULL), ('generation', 'sent again', '${next}')`);

  await db.transaction((tx) => tx.script(readFileSync(MIGRATION, 'utf8')));
  await db.query("UPDATE pgboss.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active'");

  const jobs = createJobs({ database: db, clock: systemClock, log, pollMs: 100, superviseSeconds: 1 });
  const ran: string[] = [];
  jobs.work('generation', { handler: async ({ generation }) => void ran.push(generation) });
  await jobs.start();
  await expect.poll(() => ran.toSorted()).toEqual(['at work', 'sent again', 'sent again', 'waits']);
  await jobs.forget('T1');
  await jobs.stop();
});
