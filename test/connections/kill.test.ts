import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { NotConnected } from '../../src/connections/not-connected.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { startChild } from '../support/child.ts';
import { createServerDatabase, serverUrl } from '../support/database.ts';
import { createWorld, PUBLIC_URL, TEAM } from './world.ts';

const CHILD = join(import.meta.dirname, 'renewing-child.ts');
const KEY = Buffer.alloc(32, 7).toString('base64');
const log = pino({ level: 'silent' });

/** A place that outlives a process: a database on the server, or a folder. */
async function makePlace(): Promise<{ databaseUrl: string } | { dataDir: string }> {
  if (serverUrl) {
    const { url, drop } = await createServerDatabase();
    onTestFinished(drop);
    return { databaseUrl: url };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'deckhand-renewing-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return { dataDir };
}

test('killed between the new tokens and writing them down: the next process says at once that reconnecting is needed', {
  timeout: 60_000,
}, async () => {
  const place = await makePlace();
  const before = await openDatabase({ ...place, log });
  await migrate(before);
  const world = await createWorld(before);
  await world.connect(world.process());
  await before.close();

  const env: Record<string, string> =
    'dataDir' in place ? { DATA_DIR: place.dataDir, DATABASE_URL: '' } : { DATABASE_URL: place.databaseUrl };
  const child = startChild(CHILD, [TEAM, world.api.baseUrl, PUBLIC_URL, KEY], env);
  await expect(child.line(() => false)).rejects.toThrow('The child ended');
  expect(world.refreshes()).toBe(1);

  const db = await openDatabase({ ...place, log });
  onTestFinished(() => db.close());
  world.clock.move(2 * 60 * 60_000);
  const connections = world.process({ db });
  const failures = await Promise.all(
    Array.from({ length: 100 }, () =>
      world
        .clientOf(connections)
        .listThemes({ limit: 1 })
        .catch((error: unknown) => error),
    ),
  );
  for (const error of failures) expect(error).toBeInstanceOf(NotConnected);
  expect(world.lost).toHaveLength(1);
  expect(world.refreshes()).toBe(2);
  await world.connect(connections);
  await world.clientOf(connections).listThemes({ limit: 1 });
});
