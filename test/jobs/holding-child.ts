import { pino } from 'pino';
import { systemClock } from '../../src/clock.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openPlace } from '../support/database.ts';
import { STEADY, shortenLeases } from '../support/short-leases.ts';

/** Sends itself jobs and holds them for ever; prints the name of each that it holds. */
const [target, count] = process.argv.slice(2) as [string, string];
const log = pino({ level: 'silent' });
const where = target.startsWith('postgres') ? { databaseUrl: target } : { dataDir: target };
const database = await openPlace(where);
await migrate(database);
const times = target.startsWith('postgres') ? { leaseSeconds: STEADY, superviseSeconds: 1 } : {};
if (target.startsWith('postgres')) await shortenLeases(database, STEADY);
const jobs = createJobs({ database, clock: systemClock, log, ...times });
jobs.work('generation', {
  handler({ generation }) {
    process.stdout.write(`${generation}\n`);
    return new Promise(() => {});
  },
});
await jobs.start();
for (let n = 0; n < Number(count); n++) {
  await jobs.send('generation', { team: 'T1', generation: `g${n}` }, { key: `g${n}` });
}
