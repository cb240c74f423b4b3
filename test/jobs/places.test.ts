import { expect, it } from 'vitest';
import { createProcesses, job, untilAborted } from '../support/processes.ts';

/** A process has a number of places, limits them for each team, and releases its jobs when it stops. */

const { db, openJobs, rows } = await createProcesses();

it('releases its jobs at once when it stops', async () => {
  const leaving = openJobs();
  leaving.work('generation', { handler: (_, signal) => untilAborted(signal) });
  await leaving.start();
  for (let n = 0; n < 20; n++) await leaving.send('generation', job(`g${n}`));
  await expect.poll(() => leaving.running()).toBe(20);

  const staying = openJobs();
  const done = new Set<string>();
  staying.work('generation', { handler: async ({ generation }) => void done.add(generation) });
  await staying.start();
  await leaving.stop();
  // Their leases would last an hour.
  await expect.poll(() => done.size).toBe(20);
});

it('waits for a handler that ends during the stop, and does not run its job again', async () => {
  const leaving = openJobs();
  const began = Promise.withResolvers<void>();
  let runs = 0;
  leaving.work('generation', {
    async handler(_, signal) {
      runs++;
      began.resolve();
      await untilAborted(signal).catch(() => {});
    },
  });
  await leaving.start();
  await leaving.send('generation', job('g1'));
  await began.promise;
  await leaving.stop();
  expect(runs).toBe(1);
  expect(await rows()).toEqual([]);
});

it('runs no more jobs at once than it has places', async () => {
  const jobs = openJobs({ capacity: 2 });
  let atWork = 0;
  let most = 0;
  let done = 0;
  jobs.work('generation', {
    async handler() {
      most = Math.max(most, ++atWork);
      await new Promise((resolve) => setImmediate(resolve));
      atWork--;
      done++;
    },
  });
  await jobs.start();
  for (let n = 0; n < 7; n++) await jobs.send('generation', job(`g${n}`));
  await expect.poll(() => done).toBe(7);
  expect(most).toBe(2);
});

it("keeps a tenth of its places free from one team's burst", async () => {
  const jobs = openJobs({ capacity: 10 });
  const teams: string[] = [];
  jobs.work('generation', {
    async handler({ team }, signal) {
      teams.push(team);
      await untilAborted(signal);
    },
  });
  await jobs.start();
  await db.transaction(async (tx) => {
    for (let n = 0; n < 30; n++) await jobs.send('generation', job(`g${n}`, 'BUSY'), { tx });
  });
  await expect.poll(() => teams).toHaveLength(9);
  await jobs.send('generation', job('last', 'QUIET'));
  await expect.poll(() => teams).toContain('QUIET');
  expect(teams).toHaveLength(10);
});

it('gives each team no more than its own places, and a returned place to the same team', async () => {
  const jobs = openJobs();
  const teams: string[] = [];
  const ends = new Map<string, () => void>();
  jobs.work('digest', {
    capacity: 100,
    perTeam: 3,
    handler({ team, digest }) {
      teams.push(team);
      return new Promise<void>((resolve) => ends.set(digest, resolve));
    },
  });
  await jobs.start();
  for (const team of ['ONE', 'OTHER'])
    await db.transaction(async (tx) => {
      for (let n = 0; n < 200; n++) await jobs.send('digest', { team, digest: `${team} ${n}` }, { tx });
    });
  await expect.poll(() => teams.toSorted()).toEqual(['ONE', 'ONE', 'ONE', 'OTHER', 'OTHER', 'OTHER']);
  await jobs.send('digest', { team: 'QUIET', digest: 'last' });
  await expect.poll(() => teams).toContain('QUIET');
  // Jobs of one transaction have the same time of creation, so any of them may run.
  const [first = ''] = [...ends.keys()].filter((digest) => digest.startsWith('ONE '));
  ends.get(first)?.();
  await expect.poll(() => teams.filter((team) => team === 'ONE')).toHaveLength(4);
  expect(teams).toHaveLength(8);
  for (const end of ends.values()) end();
});

it('deletes the waiting and active jobs of a removed team, and none of other teams', async () => {
  const jobs = openJobs();
  const done: string[] = [];
  const atWork = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  jobs.work('generation', {
    async handler({ generation }) {
      if (generation === 'at work') {
        atWork.resolve();
        await goOn.promise;
      }
      done.push(generation);
    },
  });
  await jobs.start();
  const rowsOf = async (team: string) =>
    (await db.query('SELECT state FROM pgboss.job WHERE data::text LIKE $1', [`%"${team}"%`])).length;
  for (const generation of ['at work', 'ended']) await jobs.send('generation', job(generation));
  for (const team of ['T1', 'T2']) await jobs.send('post', { team, delivery: 'waits' });
  await atWork.promise;
  await expect.poll(() => done).toContain('ended');

  await jobs.forget('T1');
  expect([await rowsOf('T1'), await rowsOf('T2')]).toEqual([0, 1]);
  goOn.resolve();
  await expect.poll(() => jobs.running()).toBe(0);
  expect(await rowsOf('T1')).toBe(0);
});
