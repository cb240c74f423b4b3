import { expect, it } from 'vitest';
import type { JobName, JobPayloads } from '../../src/jobs/jobs.ts';
import { settleQueue } from '../../src/jobs/pgboss-sql.ts';
import { createProcesses } from '../support/processes.ts';

/** The queue of a restored database: every job in it may have been done after the backup was taken. */

const { db, openJobs } = await createProcesses();

it('deletes jobs that would spend or post again, reports events and exports as failed, and repeats the others', async () => {
  const jobs = openJobs();
  await jobs.open();
  const payloads: { [Name in JobName]?: JobPayloads[Name] } = {
    generation: { team: 'T1', generation: 'g1' },
    digest: { team: 'T1', digest: 'd1' },
    comments: { team: 'T1', generation: 'g1', due: '' },
    credits: { team: 'T1', at: '', key: 'low-credits', note: { kind: 'low_credits' } },
    export: { team: 'T1', delivery: 'p1' },
    inbox: { team: 'T1', id: 'an event' },
    post: { team: 'T1', delivery: 'p2' },
    card: { team: 'T1', generation: 'g2' },
  };
  for (const [name, payload] of Object.entries(payloads)) await jobs.send(name as JobName, payload as never);
  await jobs.send('inbox', { team: 'T1', id: 'an uninstallation', body: {} });
  await db.query(`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()`);

  for (const deleted of [['g1'], []]) expect(await db.transaction(settleQueue)).toEqual(deleted);

  const ran: string[] = [];
  const reported: string[] = [];
  for (const name of [
    'generation',
    'digest',
    'comments',
    'credits',
    'export',
    'inbox',
    'post',
    'card',
  ] as const) {
    jobs.work(name, {
      handler: async (payload) => void ran.push(`${name} ${'id' in payload ? payload.id : ''}`.trim()),
      onDeadLetter: async () => void reported.push(name),
    });
  }
  await jobs.start();
  await expect.poll(() => reported.toSorted()).toEqual(['export', 'inbox']);
  await expect.poll(() => ran.toSorted()).toEqual(['card', 'inbox an uninstallation', 'post']);
});
