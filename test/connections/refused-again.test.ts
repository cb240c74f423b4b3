import { expect, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import type { SendRequest } from '../../src/outgoing-requests.ts';
import { createServiceClient } from '../../src/service/client.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { ANA, createHarness, TEAM } from '../support/harness/connections.ts';
import { replying, send } from '../support/send.ts';

const db = await cleanDatabase();

/** A connected team, and a service whose API refuses the next `times` requests of its clients with any token. */
async function refusing(times: number) {
  const harness = await createHarness(db);
  let left = 0;
  const unauthorized = replying(() => ({ status: 401, body: { message: 'Unauthorized' } }));
  const refuse: SendRequest = async (request) => {
    if (left === 0 || !request.url.includes('/v1.0/')) return send(request);
    left -= 1;
    return unauthorized(request);
  };
  const connections = harness.process({ send: refuse });
  await harness.connect(connections);
  left = times;
  const client = createServiceClient({
    baseUrl: harness.api.baseUrl,
    clock: harness.clock,
    authorization: connections.authorizationFor(TEAM),
    send: refuse,
  });
  return { harness, connections, client };
}

test('a new token that is refused too expires the connection after one refresh, with one notice', async () => {
  const { harness, connections, client } = await refusing(100);
  await expect(client.listThemes({ limit: 1 })).rejects.toThrow(NotConnected);
  await expect(client.listThemes({ limit: 1 })).rejects.toThrow(NotConnected);
  expect(harness.refreshes()).toBe(1);
  expect(await connections.stateOf(TEAM)).toBe('expired');
  expect(harness.expired).toEqual([{ team: TEAM, person: ANA }]);
});

test('a token that is refused once is renewed', async () => {
  const { connections, client } = await refusing(1);
  await client.listThemes({ limit: 1 });
  expect(await connections.stateOf(TEAM)).toBe('connected');
});

test('an older token of another process that is refused too does not expire the connection', async () => {
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
