import { pino } from 'pino';
import { systemClock } from '../../src/clock.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openOnServer } from '../support/database.ts';
import { STEADY, shortenLeases } from '../support/short-leases.ts';

/** Sends itself jobs, never finishes them, and prints the name of each. */
const [databaseUrl, count] = process.argv.slice(2) as [string, string];
const log = pino({ level: 'silent' });
const database = await openOnServer(databaseUrl);
await migrate(database);
await shortenLeases(database, STEADY);
const jobs = createJobs({ database, clock: systemClock, log, leaseSeconds: STEADY, superviseSeconds: 1 });
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
