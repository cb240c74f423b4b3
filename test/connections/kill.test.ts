import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { type Child, startChild } from '../support/child.ts';
import { createServerDatabase, openOnServer, serverUrl } from '../support/database.ts';
import { createHarness, type Harness, PUBLIC_URL, TEAM } from '../support/harness/connections.ts';
import { testKey } from '../support/test-key.ts';
import type { Errand } from './asking-child.ts';

const CHILD = join(import.meta.dirname, 'asking-child.ts');
/** The key of databases that tests open. */
const KEY = testKey(7);
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** Returns a service whose tokens last an hour, and a database with a team that connected two hours ago. */
async function connectedTeam(): Promise<{ harness: Harness; databaseUrl: string }> {
  const { url: databaseUrl, drop } = await createServerDatabase();
  onTestFinished(drop);
  const db = await openOnServer(databaseUrl);
  await migrate(db);
  const harness = await createHarness(db);
  await harness.connect(harness.process());
  await db.close();
  return { harness, databaseUrl };
}

function startAsking(databaseUrl: string, harness: Harness, requests: number, dies = false): Child {
  const { baseUrl } = harness.api;
  const errand: Errand = {
    databaseUrl,
    team: TEAM,
    baseUrl,
    publicUrl: PUBLIC_URL,
    key: KEY,
    requests,
    dies,
  };
  return startChild(CHILD, [JSON.stringify(errand)]);
}

async function outcomesOf(child: Child): Promise<string[]> {
  return JSON.parse(await child.line((line) => line.startsWith('['))) as string[];
}

test.runIf(serverUrl)(
  'a process is killed after it got new tokens and before it wrote them: in the next one the connection expires at once',
  {
    timeout: 60_000,
  },
  async () => {
    const { harness, databaseUrl } = await connectedTeam();
    const child = startAsking(databaseUrl, harness, 1, true);
    await expect(child.line(() => false)).rejects.toThrow('The child ended');
    expect(harness.refreshes()).toBe(1);

    const db = await openOnServer(databaseUrl);
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
  },
);

describe.runIf(serverUrl)('a hundred requests at once in two processes on a PostgreSQL server', () => {
  const is = (word: string) => (line: string) => line === word;

  /** Delays every token request until `letGo` is called. */
  function holdSignIn(harness: Harness): () => void {
    const held = Promise.withResolvers<void>();
    harness.clock.sleep = () => held.promise;
    harness.server.misbehave({ at: 'token', how: 'slow' });
    return held.resolve;
  }

  test('with an expired token and a slow authorization server: one refresh, and none fails', {
    timeout: 60_000,
  }, async () => {
    const { harness, databaseUrl } = await connectedTeam();
    harness.clock.move(2 * 60 * 60_000);
    const letGo = holdSignIn(harness);
    const first = startAsking(databaseUrl, harness, 50);
    await first.line(is('renewing'));
    const second = startAsking(databaseUrl, harness, 50);
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
    'with an expired token and an authorization server that first responds %s: one refresh, and none fails',
    { timeout: 60_000 },
    async (_, trouble) => {
      const { harness, databaseUrl } = await connectedTeam();
      harness.server.misbehave({ at: 'token', ...trouble });
      harness.clock.move(2 * 60 * 60_000);
      const two = [startAsking(databaseUrl, harness, 50), startAsking(databaseUrl, harness, 50)];
      expect((await Promise.all(two.map(outcomesOf))).flat()).toEqual(times(100, 'answered'));
      expect(harness.refreshes()).toBe(1);
    },
  );

  test('the process that refreshes is killed before it writes: in the other one the connection expires', {
    timeout: 60_000,
  }, async () => {
    const { harness, databaseUrl } = await connectedTeam();
    harness.clock.move(2 * 60 * 60_000);
    const letGo = holdSignIn(harness);
    const dying = startAsking(databaseUrl, harness, 50, true);
    await dying.line(is('renewing'));
    const other = startAsking(databaseUrl, harness, 50);
    await other.line(is('locking'));
    letGo();
    await expect(dying.line(() => false)).rejects.toThrow('The child ended');
    expect(await outcomesOf(other)).toEqual(times(50, 'NotConnected'));
    expect(other.lines.filter(is('expired'))).toHaveLength(1);
    expect(other.lines.filter(is('renewing'))).toHaveLength(1);
    expect(harness.refreshes()).toBe(2);
  });
});
