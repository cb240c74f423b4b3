import { fetch } from 'undici';
import { beforeEach, describe, expect, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import { isTransient } from '../../src/service/error-meaning.ts';
import type { Database } from '../../src/storage/database.ts';
import { clearDatabase } from '../support/database.ts';
import { createHarness, type Harness, TEAM } from '../support/harness/connections.ts';
import { twoDatabases } from './two-databases.ts';

/** New tokens while something else happens: a crash, a lost lock, a person who connects or disconnects. */

const [db, otherDb] = await twoDatabases();
beforeEach(() => clearDatabase(db));

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

const tokenOf = (headers: Record<string, string>) => headers.Authorization;

describe('the new pair', () => {
  /** The database, refusing to write connections while `refuses` says so. */
  function stubborn(real: Database, refuses: () => boolean): Database {
    return {
      ...real,
      async query(sql, params) {
        if (sql.startsWith('update "kv"') && params?.includes('connections') && refuses())
          throw new Error('disk full');
        return real.query(sql, params);
      },
    };
  }

  test('is not used before it is written, and not thrown away when it cannot be', async () => {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    let full = true;
    const connections = harness.process({ db: stubborn(db, () => full && harness.refreshes() === 1) });
    harness.clock.move(2 * HOUR);
    await expect(connections.authorizationFor(TEAM).headers()).rejects.toThrow();
    expect(harness.refreshes()).toBe(1);
    full = false;
    harness.clock.move(6_000);
    const token = tokenOf(await connections.authorizationFor(TEAM).headers());
    expect(harness.refreshes()).toBe(1);
    expect(tokenOf(await harness.process().authorizationFor(TEAM).headers())).toBe(token);
    harness.clock.move(2 * HOUR);
    await harness.clientOf(connections).listThemes({ limit: 1 });
    expect(harness.expired).toEqual([]);
  });

  test('is lost with its process: the next one finds the connection ended, and says so once', async () => {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    harness.clock.move(2 * HOUR);
    const dying = harness.process({ db: stubborn(db, () => harness.refreshes() === 1) });
    await expect(dying.authorizationFor(TEAM).headers()).rejects.toThrow();
    const next = harness.process();
    await expect(next.authorizationFor(TEAM).headers()).rejects.toBeInstanceOf(NotConnected);
    await expect(next.authorizationFor(TEAM).headers()).rejects.toBeInstanceOf(NotConnected);
    expect(harness.expired).toHaveLength(1);
  });
});

describe('a claim on the renewal', () => {
  /** The milliseconds that a process sleeps until it has new tokens. */
  async function waitsOf(harness: Harness): Promise<number[]> {
    const waits: number[] = [];
    const clock = { now: harness.clock.now, sleep: async (ms: number) => void waits.push(ms) };
    await harness.process({ db: otherDb, clock }).authorizationFor(TEAM).headers();
    return waits;
  }

  test('is given up after a failed try: the next process asks at once', async () => {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    harness.clock.move(2 * HOUR);
    const takeBack = harness.server.misbehave({ at: 'token', how: 'error' });
    await expect(harness.process().authorizationFor(TEAM).headers()).rejects.toSatisfy(isTransient);
    takeBack();
    expect(await waitsOf(harness)).toEqual([]);
  });

  test.skipIf(db.kind === 'postgres')('of a process that died ends with its database', async () => {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    harness.clock.move(2 * HOUR);
    const earlier = { ...db, opened: 'before the restart', acquireLock: async () => async () => {} };
    const { connections, asked } = heldProcess(harness, { db: earlier });
    void connections.authorizationFor(TEAM).headers();
    await asked;
    expect(await waitsOf(harness)).toEqual([]);
  });
});

/** One process of Deckhand whose request for new tokens is held up until it may go on. */
function heldProcess(harness: Harness, options: { db?: Database } = {}) {
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const held: typeof fetch = async (url, init) => {
    if (String(url).endsWith('/oauth/token') && String(init?.body).includes('refresh_token=')) {
      asked.resolve();
      await goOn.promise;
    }
    return fetch(url, init);
  };
  return {
    connections: harness.process({ ...options, fetch: held }),
    asked: asked.promise,
    goOn: goOn.resolve,
  };
}

describe('the lock is lost with its database connection while new tokens are asked for, and then', () => {
  /** As the database is to somebody whose lock another one has lost: free at once. */
  const unlocked = (real: Database): Database => ({ ...real, acquireLock: async () => async () => {} });

  async function asking() {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    harness.clock.move(2 * HOUR);
    const one = heldProcess(harness, { db: unlocked(db) });
    const request = harness
      .clientOf(one.connections)
      .listThemes({ limit: 1 })
      .then(
        () => 'answered',
        (error: unknown) => error,
      );
    await one.asked;
    return { harness, request, goOn: one.goOn };
  }

  test('another process wants them, too: it waits for those, and none fails', async () => {
    const { harness, request, goOn } = await asking();
    const looks = Promise.withResolvers<void>();
    const clock = {
      now: harness.clock.now,
      async sleep() {
        looks.resolve();
        await request;
      },
    };
    const other = harness.process({ db: unlocked(otherDb), clock });
    const others = harness.clientOf(other).listThemes({ limit: 1 });
    await looks.promise;
    goOn();
    expect(await request).toBe('answered');
    await others;
    expect(harness.refreshes()).toBe(1);
    expect(harness.expired).toEqual([]);
  });

  test('somebody disconnects: it stays disconnected', async () => {
    const { harness, request, goOn } = await asking();
    const other = harness.process({ db: unlocked(otherDb) });
    expect(await other.disconnect(TEAM)).toBe(true);
    goOn();
    expect(await request).toMatchObject({ reason: 'unconnected' });
    expect(await other.summaryOf(TEAM)).toMatchObject({ kind: 'none' });
  });

  test('somebody connects anew and the tokens are refused: the new connection stays', async () => {
    const { harness, request, goOn } = await asking();
    await harness.server.revokeAll();
    const other = harness.process({ db: unlocked(otherDb) });
    await harness.connect(other);
    goOn();
    expect(await request).toBe('answered');
    expect(await other.stateOf(TEAM)).toBe('connected');
    expect(harness.expired).toEqual([]);
  });
});

describe('a person', () => {
  test('who disconnects during a renewal stays disconnected', async () => {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    harness.clock.move(2 * HOUR);
    const { connections, asked, goOn } = heldProcess(harness);
    const request = connections
      .authorizationFor(TEAM)
      .headers()
      .catch(() => 'failed');
    await asked;
    const disconnected = harness.process({ db: otherDb }).disconnect(TEAM);
    goOn();
    expect(await disconnected).toBe(true);
    await request;
    await expect(harness.process().authorizationFor(TEAM).headers()).rejects.toMatchObject({
      reason: 'unconnected',
    });
    harness.clock.move(6_000);
    await expect(connections.authorizationFor(TEAM).headers()).rejects.toMatchObject({
      reason: 'unconnected',
    });
  });

  test('who connects anew is believed at once in every process, also where the loss was seen', async () => {
    const harness = await createHarness(db);
    const [here, there] = [harness.process(), harness.process({ db: otherDb })];
    await harness.connect(here);
    await harness.server.revokeAll();
    harness.clock.move(2 * HOUR);
    for (const process of [here, there]) {
      await expect(process.authorizationFor(TEAM).headers()).rejects.toMatchObject({
        reason: 'unauthorized',
      });
    }
    await harness.connect(here);
    await harness.clientOf(there).listThemes({ limit: 1 });
  });

  test('who connects anew after a loss has everything go on', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    await harness.connect(connections);
    await harness.server.revokeAll();
    harness.clock.move(2 * HOUR);
    await expect(connections.authorizationFor(TEAM).headers()).rejects.toMatchObject({
      reason: 'unauthorized',
    });
    await harness.connect(connections);
    expect(harness.connected).toEqual([TEAM, TEAM]);
    await harness.clientOf(connections).listThemes({ limit: 1 });
    expect(await connections.summaryOf(TEAM)).toMatchObject({ works: true });
  });
});
