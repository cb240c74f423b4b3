import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { status } from '../../src/commands/status.ts';
import { readConfig } from '../../src/config.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createServerDatabase, openOnServer, serverUrl } from '../support/database.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { testKey } from '../support/test-key.ts';

const log = pino({ level: 'silent' });

test.runIf(serverUrl)('`deckhand status` counts by state, and says how old the rows are', async () => {
  const { url, drop } = await createServerDatabase();
  onTestFinished(drop);
  const config = readConfig({
    DATABASE_URL: url,
    SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
    SLACK_BOT_TOKEN: 'xoxb-nobody',
    SERVICE_BASE_URL: 'http://127.0.0.1:1',
    ENCRYPTION_KEYS: testKey(7),
  });
  expect(await status(config, log)).toEqual({
    tables: expect.stringMatching(
      /^PostgreSQL \d+.*; last migration: none; to apply at the next start: [1-9]/,
    ),
    counted: [],
  });

  const db = await openOnServer(url);
  await migrate(db);
  const jobs = createJobs({ database: db, clock: createMovableClock(), log });
  await jobs.open();
  await jobs.send('digest', { team: 'T1', digest: 'one' });
  await db.query(`
    INSERT INTO generations (id, team, person, key, state, channel, created_at, updated_at)
    SELECT gen_random_uuid(), 'T1', 'U1', seconds::text, 'following', 'C1', now(), now() - seconds * interval '1 second'
    FROM unnest(ARRAY[90000, 60]) AS seconds`);
  await db.query(`
    INSERT INTO deliveries (id, team, kind, sequence, state, channel, attempts, created_at)
    SELECT gen_random_uuid(), 'T1', kind, '', 'pending', 'C1', 0, now() FROM unnest(ARRAY['post', 'step']) AS kind`);
  await db.query(`
    WITH made AS (INSERT INTO digests (id, team, owner, key, channel, schedule, focus, choices, threshold, quiet, deliver_to, state, created_at, updated_at)
      VALUES (gen_random_uuid(), 'T1', 'U1', 'one', 'C1', '{}', '', '', 1, 'say', '{}', 'active', now(), now()) RETURNING id)
    INSERT INTO digest_runs (digest, due, team, state) SELECT id, now() - interval '2 hours', 'T1', 'started' FROM made`);
  await jobs.stop({ graceMs: 0 });
  await db.close();

  const { tables, counted } = await status(config, log);
  expect(tables).toMatch(/last migration: \d{4}-[\w-]+\.sql; to apply at the next start: 0$/);
  expect(counted).toEqual([
    {
      what: 'asks following',
      count: 2,
      oldest: expect.stringMatching(/^1 day 01:0/),
      newest: expect.stringMatching(/^00:0[1-9]:/),
    },
    {
      what: 'digest runs started',
      count: 1,
      oldest: expect.stringMatching(/^02:0/),
      newest: expect.stringMatching(/^02:0/),
    },
    { what: 'digests active', count: 1, oldest: expect.any(String), newest: expect.any(String) },
    { what: 'jobs digest, waiting', count: 1, oldest: null, newest: null },
    { what: 'posts pending', count: 1, oldest: expect.any(String), newest: expect.any(String) },
  ]);
});
