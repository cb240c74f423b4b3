import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Connections } from '../../src/connections/connections.ts';
import type { SendRequest } from '../../src/outgoing-requests.ts';
import type { Database } from '../../src/storage/database.ts';
import { createHarness, type Harness, TEAM } from '../support/harness/connections.ts';
import { send } from '../support/send.ts';
import { twoDatabases } from './two-databases.ts';

/** Renewals during a failed write, a lost lock, or a person's connecting or disconnecting. */

const [db, otherDb] = await twoDatabases();

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

const tokenOf = (headers: Record<string, string>) => headers.Authorization;

describe('a new pair of tokens', () => {
  /** The database, which fails to write connections while `refuses` returns true. */
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

  test('is written again until the database accepts it, and is not used before', async () => {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    let failures = 0;
    const flaky = stubborn(db, () => harness.refreshes() === 1 && ++failures < 20);
    const connections = harness.process({ db: flaky });
    harness.clock.move(2 * HOUR);
    const token = tokenOf(await connections.authorizationFor(TEAM).headers());
    expect(failures).toBe(20);
    expect(tokenOf(await harness.process().authorizationFor(TEAM).headers())).toBe(token);
    expect(harness.refreshes()).toBe(1);
    harness.clock.move(2 * HOUR);
    await harness.clientOf(connections).listThemes({ limit: 1 });
    expect(harness.expired).toEqual([]);
  });

  test('that is not written yet keeps other processes from using the old refresh token', async () => {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    let full = true;
    const writing = Promise.withResolvers<void>();
    const clock = {
      now: harness.clock.now,
      async sleep() {
        writing.resolve();
        await setImmediate();
      },
    };
    const connections = harness.process({ db: stubborn(db, () => full && harness.refreshes() === 1), clock });
    harness.clock.move(2 * HOUR);
    const here = connections.authorizationFor(TEAM).headers();
    await writing.promise;
    const there = harness.process({ db: otherDb }).authorizationFor(TEAM).headers();
    full = false;
    expect(tokenOf(await there)).toBe(tokenOf(await here));
    expect(harness.refreshes()).toBe(1);
  });
});

/** A process of Deckhand whose token request waits until `goOn` is called. */
function heldProcess(harness: Harness, options: { db?: Database } = {}) {
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const held: SendRequest = async (request) => {
    if (request.url.endsWith('/oauth/token') && String(request.body).includes('refresh_token=')) {
      asked.resolve();
      await goOn.promise;
    }
    return send(request);
  };
  return {
    connections: harness.process({ ...options, send: held }),
    asked: asked.promise,
    goOn: goOn.resolve,
  };
}

/** A database whose locks are granted at once, as for a process that has lost its lock. */
const unlocked = (real: Database): Database => ({ ...real, acquireLock: async () => async () => {} });

describe('the lock is lost with its database connection during a refresh', () => {
  const moments: [string, (other: Connections, harness: Harness) => Promise<unknown>, object][] = [
    [
      'a person disconnects: the team stays disconnected',
      (other) => other.disconnect(TEAM),
      { kind: 'none' },
    ],
    [
      'a person connects again, and the refresh is refused: the new connection stays',
      async (other, harness) => {
        await harness.server.revokeAll();
        await harness.connect(other);
      },
      { kind: 'oauth', works: true },
    ],
    ['nothing else happens: the new pair is written', async () => {}, { kind: 'oauth', works: true }],
  ];

  test.each(moments)('%s', async (_, meanwhile, expected) => {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    harness.clock.move(2 * HOUR);
    const { connections, asked, goOn } = heldProcess(harness, { db: unlocked(db) });
    const request = connections
      .authorizationFor(TEAM)
      .headers()
      .catch(() => 'failed');
    await asked;
    const other = harness.process({ db: unlocked(otherDb) });
    await meanwhile(other, harness);
    goOn();
    await request;
    expect(await other.summaryOf(TEAM)).toMatchObject(expected);
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

  test('who connects again is connected at once in every process', async () => {
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

  test('who connects again after an expiry lets waiting work continue', async () => {
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
