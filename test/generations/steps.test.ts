import { expect, test } from 'vitest';
import { createSteps } from '../../src/generations/delivery/steps.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await cleanDatabase();

test('a hundred steps that cannot be completed do not keep the steps of another team from being completed', async () => {
  const { context, queue } = createHarness(db);
  const sent: string[] = [];
  const jobs = { ...queue.jobs, send: async (_: string, { team }: { team: string }) => void sent.push(team) };
  const steps = createSteps({ db, clock: context.clock, jobs: jobs as never });
  await db.query(
    `INSERT INTO deliveries (id, team, kind, sequence, state, channel, attempts, created_at)
     SELECT gen_random_uuid(), team, 'step', each::text, 'sending', 'UANA', attempts, $1
     FROM generate_series(1, 100) AS each, (VALUES ('T1', 3), ('T2', 0)) AS teams (team, attempts)
     WHERE team = 'T1' OR each = 1`,
    [new Date(context.clock.now())],
  );
  await steps.completeDue();
  expect(sent).toHaveLength(100);
  expect(sent[0]).toBe('T2');
});
