import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createProposals, MOST_OF_PERSON } from '../../src/asks/proposals.ts';
import { createSteps } from '../../src/generations/delivery/steps.ts';
import { erasePerson } from '../../src/storage/person.ts';
import { createSealedStore } from '../../src/storage/store.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
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

describe('a step ends although nobody said no', () => {
  const ana = { team: 'T1', person: 'UANA' };
  const proposals = createProposals(
    createSealedStore(db, 'proposals'),
    () => randomUUID(),
    30,
    (_, fn) => fn(),
  );

  async function asked() {
    const { context, queue } = createHarness(db);
    const sent: string[] = [];
    const jobs = {
      ...queue.jobs,
      send: async (_: string, job: { delivery: string }) => void sent.push(job.delivery),
    };
    const steps = createSteps({ db, clock: context.clock, jobs: jobs as never });
    const id = randomUUID();
    await proposals.save(anAsk(ana), { id: `step:${id}` });
    await steps.open({ ...ana, id, execution: 'Fx1', payload: {} });
    const isDue = async () => {
      sent.length = 0;
      await steps.completeDue();
      return sent.includes(id);
    };
    expect(await isDue()).toBe(false);
    return { id, steps, isDue };
  }

  test('if the person is erased', async () => {
    const { isDue } = await asked();
    await erasePerson(db, ana, 'person');
    expect(await isDue()).toBe(true);
  });

  test('if newer workflows have removed its proposal', async () => {
    const { isDue } = await asked();
    for (let n = 0; n < MOST_OF_PERSON.values; n += 1)
      await proposals.save(anAsk(ana), { id: `step:${randomUUID()}` });
    expect(await isDue()).toBe(true);
  });

  test('if Slack has refused its card, with the reason', async () => {
    const { id, steps, isDue } = await asked();
    await steps.withdraw(id, 'The person could not be asked.');
    expect(await isDue()).toBe(true);
    expect(await steps.find('T1', id)).toMatchObject({
      payload: { problem: 'The person could not be asked.' },
    });
  });
});
