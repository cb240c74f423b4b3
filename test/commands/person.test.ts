import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { person } from '../../src/commands/person.ts';
import { databaseOf, readConfig } from '../../src/config.ts';
import { createAudit } from '../../src/settings/audit.ts';
import { createCipher } from '../../src/storage/cipher.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { createServerDatabase, serverUrl } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { createTestLog } from '../support/log.ts';
import { testKey } from '../support/test-key.ts';

const ana = { person: 'U0ANA', prompt: 'Quokka plan', destination: { channel: 'C1' } };

test.runIf(serverUrl)('`deckhand person` exports and erases one person of one team', async () => {
  const { url, drop } = await createServerDatabase();
  onTestFinished(drop);
  const { log } = createTestLog();
  const config = readConfig({
    DATABASE_URL: url,
    SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
    SLACK_BOT_TOKEN: 'xoxb-nobody',
    SERVICE_BASE_URL: 'http://127.0.0.1:1',
    ENCRYPTION_KEYS: testKey(7),
  });
  const cipher = createCipher(config.ENCRYPTION_KEYS);
  const db = await openDatabase({ log, cipher, ...databaseOf(config), maxConnections: 2 });
  onTestFinished(() => db.close());
  await migrate(db);
  const { generations } = createHarness(db);
  for (const team of ['T1', 'T2']) await generations.start(anAsk({ ...ana, team }), team);
  const run = (...args: string[]) => person(args, config, log);

  expect(JSON.parse(await run('export', 'T1', 'U0ANA'))).toMatchObject({
    documents: [{ team: 'T1', prompt: 'Quokka plan' }],
  });
  expect(await run('erase', 'T1', 'U0ANA')).toMatch(
    /Erased what was stored about U0ANA in T1: .*generations 1/,
  );
  expect(JSON.parse(await run('export', 'T1', 'U0ANA'))).toMatchObject({ documents: [], audit: [] });
  expect(JSON.parse(await run('export', 'T2', 'U0ANA'))).toMatchObject({
    documents: [{ prompt: 'Quokka plan' }],
  });

  const lines = await createAudit({ db, clock: systemClock, log }).of('T1');
  expect(lines.map(({ what, via }) => `${what}, ${via}`)).toEqual([
    'data exported, deckhand person',
    'person erased, deckhand person',
    'data exported, deckhand person',
  ]);
  // Only the last line, written after she was erased, names her again.
  expect(lines.map(({ object }) => object === 'U0ANA')).toEqual([true, false, false]);
});

test('`deckhand person` says how it is used, and reads nothing for ids that are none', async () => {
  const config = {} as Parameters<typeof person>[1];
  const { log } = createTestLog();
  for (const args of [
    [],
    ['show', 'T1', 'U1'],
    ['erase', 'T1'],
    ['erase', "T1' OR true", 'U1'],
    ['export', 'T1', 'C1'],
  ])
    await expect(person(args, config, log)).rejects.toThrow(/Usage: deckhand person/);
});
