import { fetch } from 'undici';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import { createServiceClient } from '../../src/service/client.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { ANA, createHarness, type Harness, TEAM } from '../support/harness/connections.ts';

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(() => clearDatabase(db));

/** A client of a service whose API refuses so many of the next requests, whatever token they bear. */
function refusing(harness: Harness, connections: ReturnType<Harness['process']>, times: number) {
  let left = times;
  return createServiceClient({
    baseUrl: harness.api.baseUrl,
    clock: harness.clock,
    authorization: connections.authorizationFor(TEAM),
    fetch: async (url, init) => {
      if (left === 0) return fetch(url, init);
      left -= 1;
      return Response.json({ message: 'Unauthorized' }, { status: 401 }) as never;
    },
  });
}

test('a new token that is refused as well ends the connection: one refresh, and Ana is told once', async () => {
  const harness = await createHarness(db);
  const connections = harness.process();
  await harness.connect(connections);
  const client = refusing(harness, connections, 100);
  await expect(client.listThemes({ limit: 1 })).rejects.toThrow(NotConnected);
  await expect(client.listThemes({ limit: 1 })).rejects.toThrow(NotConnected);
  expect(harness.refreshes()).toBe(1);
  expect(await connections.stateOf(TEAM)).toBe('expired');
  expect(harness.expired).toEqual([{ team: TEAM, person: ANA }]);
});

test('a token that is refused once is renewed, and the connection goes on', async () => {
  const harness = await createHarness(db);
  const connections = harness.process();
  await harness.connect(connections);
  await refusing(harness, connections, 1).listThemes({ limit: 1 });
  expect(await connections.stateOf(TEAM)).toBe('connected');
});

test('a token that another process has got long before, refused as well, is not the end', async () => {
  const harness = await createHarness(db);
  const connections = harness.process();
  await harness.connect(connections);
  const authorization = connections.authorizationFor(TEAM);
  const held = await authorization.headers();
  harness.clock.move(10 * 60_000);
  await authorization.refusedAgain?.(held);
  await authorization.refusedAgain?.({ Authorization: 'Bearer of before' });
  expect(await connections.stateOf(TEAM)).toBe('connected');
});
