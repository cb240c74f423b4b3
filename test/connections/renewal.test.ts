import { describe, expect, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import { isTransient, mayHaveBeenSpent } from '../../src/service/error-meaning.ts';
import { ANA, createHarness, type Harness, TEAM } from '../support/harness/connections.ts';
import { allowErrors } from '../support/log-errors.ts';
import { twoDatabases } from './two-databases.ts';

allowErrors(/the service does not accept SERVICE_CLIENT_ID and SERVICE_CLIENT_SECRET/);

const [db, otherDb] = await twoDatabases();

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const tokenOf = (headers: Record<string, string>) => headers.Authorization;

function tokenCalls({ server }: Harness): number {
  return server.calls.filter(({ place }) => place === 'token').length;
}

describe('an access token', () => {
  test('is renewed shortly before it expires', async () => {
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

  test('that is refused after it was replaced causes no second renewal', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    await harness.connect(connections);
    const authorization = connections.authorizationFor(TEAM);
    const old = await authorization.headers();
    harness.clock.move(10 * MINUTE);
    expect(await authorization.renew?.(old)).toBe(true);
    harness.clock.move(10 * MINUTE);
    expect(await authorization.renew?.(old)).toBe(true);
    expect(harness.refreshes()).toBe(1);
  });

  test('with a lifetime of a minute is not renewed for every request', async () => {
    const harness = await createHarness(db, { accessTokenTtl: 60 });
    const connections = harness.process();
    await harness.connect(connections);
    await times(5, () => connections.authorizationFor(TEAM).headers());
    expect(harness.refreshes()).toBe(0);
    harness.clock.move(50_000);
    await times(5, () => connections.authorizationFor(TEAM).headers());
    expect(harness.refreshes()).toBe(1);
  });

  test('can be renewed any number of times', async () => {
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

test('fifty requests that need a new token send as many statements as one', async () => {
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
  /** Lets fifty clients of each process request themes; returns the results. */
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

  test('with an expired token cause one refresh, and none fails', async () => {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    harness.clock.move(2 * HOUR);
    expect(await hundredRequests(harness)).toEqual([]);
    expect(harness.refreshes()).toBe(1);
  });

  test('with a token that the service has revoked cause one refresh, and none fails', async () => {
    const harness = await createHarness(db);
    const slow = { now: () => harness.clock.now() - HOUR, sleep: harness.clock.sleep };
    // Deckhand's clock is an hour behind, so every request first gets a 401.
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
    'if the authorization server first responds %s: one new pair, and none fails',
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

  test('with a connection that the service has ended send one notice and no further requests', async () => {
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

describe('if the authorization server', () => {
  test.each(['error', 'garbage', 'cut-before', 'missing'] as const)(
    'responds with %s, a token that has not expired is used, and the next try waits',
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

  test('does not respond and the token has expired, requests fail and no credits were spent', async () => {
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

  test('renews and its response is lost, the connection expires with one notice', async () => {
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

  test('refuses the configured client secret, no connection expires', async () => {
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
