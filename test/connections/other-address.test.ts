import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import type { SendRequest } from '../../src/outgoing-requests.ts';
import { Unavailable } from '../../src/service/errors.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { ANA, API_KEY, createHarness, TEAM } from '../support/harness/connections.ts';
import { send } from '../support/send.ts';

const db = await cleanDatabase();

const HOUR = 60 * 60_000;

/** Another service or authorization server, which records its requests. */
async function aStranger() {
  const heard: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    heard.push(JSON.stringify(request.headers), body);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard: () => heard.join() };
}

describe('after SERVICE_BASE_URL has changed', () => {
  test.each(['tokens', 'an API key'])(
    '%s of the former address expire, and their person is notified once',
    async (kind) => {
      const harness = await createHarness(db);
      const before = harness.process();
      if (kind === 'tokens') await harness.connect(before);
      else await before.connectWithApiKey({ team: TEAM, person: ANA }, API_KEY);
      const stranger = await aStranger();
      const after = harness.process({ baseUrl: stranger.url });

      await expect(after.authorizationFor(TEAM).headers()).rejects.toThrow(NotConnected);
      expect(await after.stateOf(TEAM)).toBe('expired');
      await after.notifyOfExpired();
      expect(harness.expired).toEqual([{ team: TEAM, person: ANA }]);
      expect(stranger.heard()).toBe('');
    },
  );
});

describe('after the service names another authorization server', () => {
  test('the refresh token and the client secret are not sent to it', async () => {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    harness.clock.move(2 * HOUR);
    const stranger = await aStranger();
    const after = harness.process({ authUrl: stranger.url });

    await expect(after.authorizationFor(TEAM).headers()).rejects.toThrow(NotConnected);
    expect(stranger.heard()).not.toMatch(/refresh_token|Basic/i);
    expect(harness.expired).toEqual([{ team: TEAM, person: ANA }]);
  });

  test('a client with the same id there is another client', async () => {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    const rows = await db.query<{ key: string }>("select key from kv where namespace = 'oauth-clients'");
    expect(rows.map(({ key }) => key.includes(harness.server.authUrl))).toEqual([true, true]);
  });
});

test('missing metadata expires no connection', async () => {
  const harness = await createHarness(db);
  await harness.connect(harness.process());
  harness.clock.move(2 * HOUR);
  const stranger = await aStranger();
  const blind: SendRequest = (request) =>
    send({ ...request, ...(request.url.includes('/.well-known/') && { url: `${stranger.url}/none` }) });
  const after = harness.process({ send: blind });
  await expect(after.authorizationFor(TEAM).headers()).rejects.toThrow(Unavailable);
  expect(await after.stateOf(TEAM)).toBe('connected');
  expect(harness.expired).toEqual([]);
});
