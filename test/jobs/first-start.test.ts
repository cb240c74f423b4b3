import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { createServerDatabase, serverUrl } from '../support/database.ts';
import { testCipher } from '../support/test-key.ts';

const log = pino({ level: 'silent' });

describe.runIf(serverUrl)('several processes that start at the same time', () => {
  it('make one queue on an empty database, and all of them serve', async () => {
    const { url, drop } = await createServerDatabase();
    const open = () => openDatabase({ databaseUrl: url, cipher: testCipher, log });
    const databases = await Promise.all([open(), open(), open(), open()]);
    const processes = databases.map((database) => createJobs({ database, clock: systemClock, log }));
    onTestFinished(async () => {
      await Promise.all(processes.map((each) => each.stop()));
      await Promise.all(databases.map((each) => each.close()));
      await drop();
    });
    await Promise.all(processes.map((each) => each.start()));
    const sent = processes.map((each, n) => each.send('post', { team: 'T1', delivery: `d${n}` }));
    expect(await Promise.all(sent)).toEqual([true, true, true, true]);
  });
});
