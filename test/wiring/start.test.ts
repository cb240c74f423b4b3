import { expect, test } from 'vitest';
import { compose } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { startStandIns } from '../journeys/stand-ins.ts';
import { testDatabase } from '../support/database.ts';
import { createTestLog } from '../support/log.ts';

test('requests are served before jobs of a former process are fetched', async () => {
  const db = await testDatabase();
  const standIns = await startStandIns();
  const { log, lines } = createTestLog();
  const isServing = () => lines.some((line) => line.includes('"msg":"serving"'));
  const fetches: { whileServing: boolean }[] = [];
  db.onStatement((sql) => {
    if (/pgboss\.job_common j\s+WHERE j\.name = 'generation'/.test(sql))
      fetches.push({ whileServing: isServing() });
  });

  const deckhand = await compose(readConfig(standIns.env), log, { database: db });
  await deckhand.start();
  await expect.poll(() => fetches[0]).toEqual({ whileServing: true });

  await deckhand.stop();
  await standIns.stop();
  await db.close();
});
