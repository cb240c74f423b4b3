import { expect, test } from 'vitest';
import { createCollectedPages } from '../../src/generations/collected-pages.ts';
import { findGeneration } from '../../src/generations/store.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { createTestLog } from '../support/log.ts';
import { allowErrors } from '../support/log-errors.ts';

const db = await cleanDatabase();

/** A generation whose conversion crashes its process each time is given up. */

const ask = anAsk({ source: { kind: 'thread', channel: 'C1', ts: '1.1' } });
allowErrors(/"msg":"given up"/);

const alive = () => new AbortController().signal;

/** A process in which each conversion does what `convert` does. */
function createProcess(convert: () => Promise<string>) {
  const harness = createHarness(db);
  const begun = Promise.withResolvers<void>();
  harness.context.readSource = (_ask, _source, { generation }) =>
    createCollectedPages(db, { team: 'T1', generation }).converting(async () => {
      begun.resolve();
      return { text: await convert() };
    });
  return { ...harness, begun: begun.promise };
}

const deadly = () => createProcess(() => new Promise(() => {}));
const sound = () => createProcess(async () => 'Ben: the launch moves.');

/** Begins the conversion in a process that dies. */
async function takeUpAndDie(job: { team: string; generation: string }): Promise<void> {
  const { run, begun } = deadly();
  void run(job, alive());
  await begun;
}

async function asked() {
  const { generations } = sound();
  const { id } = await generations.start(ask, `click ${Math.random()}`);
  return { team: 'T1', generation: id };
}

test('after three crashes the next process reports a failure and does not try', async () => {
  const job = await asked();
  for (let death = 0; death < 3; death += 1) await takeUpAndDie(job);
  const fourth = createProcess(() => Promise.reject(new Error('tried')));
  const { log, lines } = createTestLog();
  fourth.context.log = log;
  await fourth.run(job, alive());
  const ended = await findGeneration(db, 'T1', job.generation);
  expect(ended?.state).toBe('failed');
  expect(ended?.failure).toEqual({ reason: 'internal', reference: job.generation });
  expect(fourth.service.creates).toEqual([]);
  expect(lines.filter((line) => line.includes('given up'))).toHaveLength(1);
});

test('after two crashes the third process makes the document', async () => {
  const job = await asked();
  for (let death = 0; death < 2; death += 1) await takeUpAndDie(job);
  const third = sound();
  await third.run(job, alive());
  expect(third.service.creates).toHaveLength(1);
});

test('stops and errors do not count as crashes', async () => {
  const job = await asked();
  for (let stop = 0; stop < 5; stop += 1) {
    const process = new AbortController();
    const { run } = createProcess(async () => {
      process.abort(new Error('this process stops'));
      throw process.signal.reason;
    });
    await run(job, process.signal).catch(() => {});
  }
  await takeUpAndDie(job);
  const { run } = createProcess(() => Promise.reject(new Error('Slack is away')));
  await expect(run(job, alive())).rejects.toThrow('Slack is away');
  for (let death = 0; death < 2; death += 1) await takeUpAndDie(job);
  const last = sound();
  await last.run(job, alive());
  expect(last.service.creates).toHaveLength(1);
});
