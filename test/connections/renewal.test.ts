import { fetch } from 'undici';
import { beforeEach, describe, expect, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import { isTransient, mayHaveBeenSpent } from '../../src/service/error-meaning.ts';
import type { Database } from '../../src/storage/database.ts';
import { clearDatabase } from '../support/database.ts';
import { ANA, createHarness, type Harness, TEAM } from '../support/harness/connections.ts';
import { allowErrors } from '../support/log.ts';
import { twoDatabases } from './two-databases.ts';

allowErrors(/the service does not take SERVICE_CLIENT_ID and SERVICE_CLIENT_SECRET/);

const [db, otherDb] = await twoDatabases();
beforeEach(() => clearDatabase(db));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const tokenOf = (headers: Record<string, string>) => headers.Authorization;

describe('an access token', () => {
  test('is used until shortly before its end, then replaced ahead of it', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    await harness.connect(connections);
    const authorization = connections.authorizationFor(TEAM);
    const first = tokenOf(await authorization.headers());
    harness.clock.move(57 * MINUTE);
    expect(tokenOf(await authorization.headers())).toBe(first);
    harness.clock.move(MINUTE);
    const second = tokenOf(await authorization.headers());
    expect(second).not.toBe(first);
    expect(tokenOf(await connections.authorizationFor(TEAM).headers())).toBe(second);
    expect(harness.refreshes()).toBe(1);
  });

  test('that lives a minute only is not replaced for every request', async () => {
    const harness = await createHarness(db, { accessTokenTtl: 60 });
    const connections = harness.process();
    await harness.connect(connections);
    await times(5, () => connections.authorizationFor(TEAM).headers());
    expect(harness.refreshes()).toBe(0);
    harness.clock.move(50_000);
    await times(5, () => connections.authorizationFor(TEAM).headers());
    expect(harness.refreshes()).toBe(1);
  });

  test('goes on for years of hours', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    await harness.connect(connections);
    for (let day = 0; day < 5; day++) {
      harness.clock.move(80 * 24 * HOUR);
      await harness.clientOf(connections).listThemes({ limit: 1 });
    }
    expect(harness.expired).toEqual([]);
  });
});

test('fifty requests that need a new token ask the database as often as one', async () => {
  const harness = await createHarness(db);
  const statementsFor = async (count: number) => {
    const connections = harness.process();
    await harness.connect(connections);
    await connections.authorizationFor(TEAM).headers();
    harness.clock.move(2 * HOUR);
    let statements = 0;
    const stop = db.onStatement(() => {
      statements += 1;
    });
    await times(count, () => connections.authorizationFor(TEAM).headers());
    stop();
    return statements;
  };
  expect(await statementsFor(50)).toBe(await statementsFor(1));
});

describe('a hundred requests at once, in two processes', () => {
  /** Fifty clients in each, all asking for themes; what each got. */
  async function hundredRequests(harness: Harness) {
    const processes = [harness.process({ db }), harness.process({ db: otherDb })];
    const outcomes = await times(100, (index) => {
      const connections = processes[index % 2] ?? harness.process();
      return harness
        .clientOf(connections)
        .listThemes({ limit: 1 })
        .then(
          () => 'answered',
          (error: unknown) => error,
        );
    });
    return outcomes.filter((outcome) => outcome !== 'answered');
  }

  test('with a token that has expired cause one refresh, and none of them fails', async () => {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    harness.clock.move(2 * HOUR);
    expect(await hundredRequests(harness)).toEqual([]);
    expect(harness.refreshes()).toBe(1);
  });

  test('with a token that only the service knows to be dead cause one refresh, and none of them fails', async () => {
    const harness = await createHarness(db);
    const slow = { now: () => harness.clock.now() - HOUR, sleep: harness.clock.sleep };
    // Deckhand's clock is an hour behind: every request is answered with 401 first.
    harness.clock.move(HOUR);
    const behind = { ...harness, process: (more = {}) => harness.process({ ...more, clock: slow }) };
    await harness.connect(behind.process());
    harness.clock.move(HOUR + MINUTE);
    const stale = { ...slow, now: () => harness.clock.now() - HOUR - 30 * MINUTE };
    const late = { ...harness, process: (more = {}) => harness.process({ ...more, clock: stale }) };
    expect(await hundredRequests(late)).toEqual([]);
    expect(harness.refreshes()).toBe(1);
  });

  test.each([
    ['late', { how: 'slow', ms: 1_500 }],
    ['with 500', { how: 'error', times: 1 }],
    ['with garbage', { how: 'garbage', times: 2 }],
  ] as const)(
    'and the sign-in answers %s first: one new pair, and none of them fails',
    async (_, trouble) => {
      const harness = await createHarness(db);
      await harness.connect(harness.process());
      harness.clock.move(2 * HOUR);
      harness.server.misbehave({ at: 'token', ...trouble });
      expect(await hundredRequests(harness)).toEqual([]);
      expect(harness.refreshes()).toBe(1);
      expect(harness.expired).toEqual([]);
    },
  );

  test('with a connection that the service has ended tell its person once, and ask no more', async () => {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    await harness.server.revokeAll();
    harness.clock.move(2 * HOUR);
    const failures = await hundredRequests(harness);
    expect(failures).toHaveLength(100);
    for (const error of failures) expect(error).toBeInstanceOf(NotConnected);
    expect(failures.some(mayHaveBeenSpent)).toBe(false);
    expect(harness.expired).toEqual([{ team: TEAM, person: ANA }]);
    expect(harness.refreshes()).toBe(1);
  });
});

describe('when the sign-in of the service', () => {
  test.each(['error', 'garbage', 'cut-before', 'missing'] as const)(
    'answers with %s, a token that is still good is used, and the next try waits a little',
    async (how) => {
      const harness = await createHarness(db);
      const connections = harness.process();
      await harness.connect(connections);
      const authorization = connections.authorizationFor(TEAM);
      const first = tokenOf(await authorization.headers());
      harness.clock.move(59 * MINUTE);
      const before = tokenCalls(harness);
      const takeBack = harness.server.misbehave({ at: 'token', how });
      for (let request = 0; request < 10; request++)
        expect(tokenOf(await authorization.headers())).toBe(first);
      expect(tokenCalls(harness) - before).toBe(1);
      takeBack();
      harness.clock.move(6_000);
      expect(tokenOf(await authorization.headers())).not.toBe(first);
    },
  );

  test('does not answer and the token is over, requests fail for now and nothing was spent', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    await harness.connect(connections);
    harness.clock.move(2 * HOUR);
    const takeBack = harness.server.misbehave({ at: 'token', how: 'error' });
    const error = await harness
      .clientOf(connections)
      .createGeneration({ inputText: 'Plan', textMode: 'generate' })
      .catch((e: unknown) => e);
    expect(isTransient(error)).toBe(true);
    expect(mayHaveBeenSpent(error)).toBe(false);
    takeBack();
    harness.clock.move(6_000);
    await harness.clientOf(connections).listThemes({ limit: 1 });
    expect(harness.expired).toEqual([]);
  });

  test('renews and its answer is lost on the way, the connection ends: once told, and no loop', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    await harness.connect(connections);
    harness.clock.move(2 * HOUR);
    const takeBack = harness.server.misbehave({ at: 'token', how: 'cut-after' });
    await expect(connections.authorizationFor(TEAM).headers()).rejects.toSatisfy(isTransient);
    takeBack();
    harness.clock.move(6_000);
    await expect(connections.authorizationFor(TEAM).headers()).rejects.toBeInstanceOf(NotConnected);
    const before = tokenCalls(harness);
    await times(20, () =>
      expect(connections.authorizationFor(TEAM).headers()).rejects.toBeInstanceOf(NotConnected),
    );
    expect(tokenCalls(harness)).toBe(before);
    expect(harness.expired).toHaveLength(1);
    expect(await connections.summaryOf(TEAM)).toMatchObject({ kind: 'oauth', works: false, person: ANA });
    expect(await connections.stateOf(TEAM)).toBe('expired');
  });

  test('does not take the configured client secret, no connection is ended by it', async () => {
    const harness = await createHarness(db, { registration: 'refused' });
    const byHand = { name: 'Deckhand', redirectUris: ['http://127.0.0.1:9/deckhand/service/callback'] };
    const { client_id: id, client_secret: secret } = await harness.server.registerByHand(byHand);
    await harness.connect(harness.process({ client: { id, secret } }));
    harness.clock.move(2 * HOUR);
    const mistyped = harness.process({ client: { id, secret: 'mistyped' } });
    await expect(mistyped.authorizationFor(TEAM).headers()).rejects.toSatisfy(isTransient);
    expect(harness.expired).toEqual([]);
    await harness.clientOf(harness.process({ client: { id, secret } })).listThemes({ limit: 1 });
  });
});

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

function tokenCalls({ server }: Harness): number {
  return server.calls.filter(({ place }) => place === 'token').length;
}
