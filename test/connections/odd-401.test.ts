import { describe, expect, test } from 'vitest';
import type { Misbehaviour } from '../../sandbox/service/misbehaviour/schema.ts';
import { NotConnected } from '../../src/connections/failures.ts';
import type { SendRequest } from '../../src/outgoing-requests.ts';
import { createServiceClient } from '../../src/service/client.ts';
import { isTransient, mayHaveBeenSpent } from '../../src/service/error-meaning.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { ANA, API_KEY, createHarness, TEAM } from '../support/harness/connections.ts';
import { replying, send } from '../support/send.ts';

/** One 401 proves nothing: a proxy or a single route may have sent it. A second, different request decides. */

const db = await cleanDatabase();

const anas = { team: TEAM, person: ANA };

/** A team that is connected with a key or by sign-in. */
async function aTeam(how: 'key' | 'sign-in') {
  const harness = await createHarness(db);
  const connections = harness.process();
  if (how === 'key') await connections.connectWithApiKey(anas, API_KEY);
  else await harness.connect(connections);
  return { ...harness, connections, client: harness.clientOf(connections) };
}

const CREATE = 'POST /generations';
const create = { inputText: 'Plan', textMode: 'generate' } as const;

describe.each(['key', 'sign-in'] as const)('connected by %s', (how) => {
  test.each<[string, Misbehaviour]>([
    ["a proxy's page", { kind: 'html', status: 401, times: 1 }],
    ["the service's own 401", { kind: 'status', status: 401, times: 1 }],
  ])('one %s: the read succeeds, and the connection stays', async (_, trouble) => {
    const { api, connections, client, expired } = await aTeam(how);
    api.misbehave(trouble);
    await client.listThemes({ limit: 1 });
    expect(await connections.stateOf(TEAM)).toBe('connected');
    expect(expired).toEqual([]);
  });

  test('one route answers with a 401 each time, and the others do not: the connection stays', async () => {
    const { api, connections, client, expired } = await aTeam(how);
    api.misbehave({ kind: 'status', status: 401, times: 'always', route: CREATE });
    await expect(client.createGeneration(create)).rejects.toMatchObject({ reason: 'unauthorized' });
    expect(await connections.stateOf(TEAM)).toBe('connected');
    expect(expired).toEqual([]);
    await client.listThemes({ limit: 1 });
  });

  test('all requests get the page of a proxy: the connection stays, and nothing was spent', async () => {
    const { api, connections, client, expired } = await aTeam(how);
    api.misbehave({ kind: 'html', status: 401, times: 'always' });
    const error = await client.createGeneration(create).catch((thrown: unknown) => thrown);
    expect(isTransient(error)).toBe(true);
    expect(mayHaveBeenSpent(error)).toBe(false);
    await expect(client.listThemes({ limit: 1 })).rejects.toSatisfy(isTransient);
    expect(await connections.stateOf(TEAM)).toBe('connected');
    expect(expired).toEqual([]);
  });

  test('the second request is refused, too: the connection has ended, with one notice', async () => {
    const { api, connections, client, expired } = await aTeam(how);
    api.misbehave({ kind: 'status', status: 401, times: 'always' });
    await expect(client.createGeneration(create)).rejects.toBeInstanceOf(NotConnected);
    expect(await connections.stateOf(TEAM)).toBe('expired');
    expect(expired).toEqual([{ team: TEAM, person: ANA }]);
  });

  test('the second request gets no answer: the connection stays, and nothing was spent', async () => {
    const { api, connections, client } = await aTeam(how);
    api.misbehave({ kind: 'status', status: 401, times: 'always', route: CREATE });
    api.misbehave({ kind: 'status', status: 503, times: 'always', route: 'GET /folders' });
    const error = await client.createGeneration(create).catch((thrown: unknown) => thrown);
    expect(isTransient(error)).toBe(true);
    expect(mayHaveBeenSpent(error)).toBe(false);
    expect(await connections.stateOf(TEAM)).toBe('connected');
  });
});

test('many requests that are refused together share one check', async () => {
  const harness = await createHarness(db);
  const allRefused = Promise.withResolvers<void>();
  let refusals = 0;
  let checks = 0;
  const refusal = replying(() => ({ status: 401, body: { message: 'Unauthorized' } }));
  const refuseTwenty: SendRequest = async (request) => {
    if (request.url.includes('/themes') && refusals < 20) {
      refusals += 1;
      if (refusals === 20) allRefused.resolve();
      return refusal(request);
    }
    if (request.url.includes('/folders') && refusals > 0) {
      checks += 1;
      await allRefused.promise;
    }
    return send(request);
  };
  const connections = harness.process({ send: refuseTwenty });
  await connections.connectWithApiKey(anas, API_KEY);
  const { clock, api } = harness;
  const authorization = connections.authorizationFor(TEAM);
  const client = createServiceClient({ baseUrl: api.baseUrl, clock, authorization, send: refuseTwenty });
  await Promise.all(Array.from({ length: 20 }, () => client.listThemes({ limit: 1 })));
  expect(checks).toBe(1);
});

describe('a key that is entered', () => {
  test.each([
    [402, true],
    [401, 'key_refused'],
    [403, 'refused'],
    [404, 'refused'],
    [500, 'unavailable'],
  ])('and gets a %i: %s', async (status, outcome) => {
    const harness = await createHarness(db);
    harness.api.misbehave({ kind: 'status', status, times: 'always', route: 'GET /folders' });
    const entered = await harness.process().connectWithApiKey(anas, API_KEY);
    expect(entered.ok || entered.problem).toBe(outcome);
  });

  test('by the operator is not called refused after a 403', async () => {
    const harness = await createHarness(db);
    const connections = harness.process({ apiKey: API_KEY });
    harness.api.misbehave({ kind: 'status', status: 403, times: 'always', route: 'GET /folders' });
    harness.api.misbehave({ kind: 'status', status: 401, times: 1, route: 'GET /themes' });
    await harness.clientOf(connections).listThemes({ limit: 1 });
    expect(await connections.stateOf(TEAM)).toBe('connected');
  });
});
