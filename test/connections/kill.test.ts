import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { type Child, startChild } from '../support/child.ts';
import { createServerDatabase, openPlace, serverUrl } from '../support/database.ts';
import { createHarness, type Harness, PUBLIC_URL, TEAM } from '../support/harness/connections.ts';
import type { Errand } from './asking-child.ts';

const CHILD = join(import.meta.dirname, 'asking-child.ts');
const KEY = Buffer.alloc(32, 7).toString('base64');
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** A place that outlives a process: a database on the server, or a folder. */
async function makePlace(): Promise<Errand['place']> {
  if (serverUrl) {
    const { url, drop } = await createServerDatabase();
    onTestFinished(drop);
    return { databaseUrl: url };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'deckhand-renewing-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return { dataDir };
}

/** A service whose tokens last an hour, and a team that was connected two hours ago; nobody has the place open. */
async function connectedTeam(): Promise<{ harness: Harness; place: Errand['place'] }> {
  const place = await makePlace();
  const db = await openPlace(place);
  await migrate(db);
  const harness = await createHarness(db);
  await harness.connect(harness.process());
  await db.close();
  return { harness, place };
}

function startAsking(place: Errand['place'], harness: Harness, requests: number, dies = false): Child {
  const { baseUrl } = harness.api;
  const errand: Errand = { place, team: TEAM, baseUrl, publicUrl: PUBLIC_URL, key: KEY, requests, dies };
  return startChild(CHILD, [JSON.stringify(errand)]);
}

async function outcomesOf(child: Child): Promise<string[]> {
  return JSON.parse(await child.line((line) => line.startsWith('['))) as string[];
}

test('killed between the new tokens and writing them down: the next process says at once that reconnecting is needed', {
  timeout: 60_000,
}, async () => {
  const { harness, place } = await connectedTeam();
  const child = startAsking(place, harness, 1, true);
  await expect(child.line(() => false)).rejects.toThrow('The child ended');
  expect(harness.refreshes()).toBe(1);

  const db = await openPlace(place);
  onTestFinished(() => db.close());
  harness.clock.move(2 * 60 * 60_000);
  const connections = harness.process({ db });
  const failures = await Promise.all(
    times(100, null).map(() =>
      harness
        .clientOf(connections)
        .listThemes({ limit: 1 })
        .catch((error: unknown) => error),
    ),
  );
  for (const error of failures) expect(error).toBeInstanceOf(NotConnected);
  expect(harness.expired).toHaveLength(1);
  expect(harness.refreshes()).toBe(2);
  await harness.connect(connections);
  await harness.clientOf(connections).listThemes({ limit: 1 });
});

describe.runIf(serverUrl)('a hundred requests at once, of two processes on a PostgreSQL server', () => {
  const is = (word: string) => (line: string) => line === word;

  /** Holds up every call for tokens until `letGo`. */
  function holdSignIn(harness: Harness): () => void {
    const held = Promise.withResolvers<void>();
    harness.clock.sleep = () => held.promise;
    harness.server.misbehave({ at: 'token', how: 'slow' });
    return held.resolve;
  }

  test('on an expired token, the sign-in answering late: one refresh, and none fails', {
    timeout: 60_000,
  }, async () => {
    const { harness, place } = await connectedTeam();
    harness.clock.move(2 * 60 * 60_000);
    const letGo = holdSignIn(harness);
    const first = startAsking(place, harness, 50);
    await first.line(is('renewing'));
    const second = startAsking(place, harness, 50);
    await second.line(is('locking'));
    letGo();
    expect(await outcomesOf(first)).toEqual(times(50, 'answered'));
    expect(await outcomesOf(second)).toEqual(times(50, 'answered'));
    expect(second.lines).not.toContain('renewing');
    expect(harness.refreshes()).toBe(1);
  });

  test.each([
    ['with 500', { how: 'error', times: 1 }],
    ['with garbage', { how: 'garbage', times: 2 }],
  ] as const)(
    'on an expired token, the sign-in answering %s at first: one refresh, and none fails',
    { timeout: 60_000 },
    async (_, trouble) => {
      const { harness, place } = await connectedTeam();
      harness.server.misbehave({ at: 'token', ...trouble });
      harness.clock.move(2 * 60 * 60_000);
      const two = [startAsking(place, harness, 50), startAsking(place, harness, 50)];
      expect((await Promise.all(two.map(outcomesOf))).flat()).toEqual(times(100, 'answered'));
      expect(harness.refreshes()).toBe(1);
    },
  );

  test('and the one that refreshes is killed before it wrote: the other says that reconnecting is needed', {
    timeout: 60_000,
  }, async () => {
    const { harness, place } = await connectedTeam();
    harness.clock.move(2 * 60 * 60_000);
    const letGo = holdSignIn(harness);
    const dying = startAsking(place, harness, 50, true);
    await dying.line(is('renewing'));
    const other = startAsking(place, harness, 50);
    await other.line(is('locking'));
    letGo();
    await expect(dying.line(() => false)).rejects.toThrow('The child ended');
    expect(await outcomesOf(other)).toEqual(times(50, 'NotConnected'));
    expect(other.lines.filter(is('expired'))).toHaveLength(1);
    expect(other.lines.filter(is('renewing'))).toHaveLength(1);
    expect(harness.refreshes()).toBe(2);
  });
});
