import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetch } from 'undici';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import { Unavailable } from '../../src/service/errors.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { ANA, API_KEY, createHarness, TEAM } from '../support/harness/connections.ts';

const db = await testDatabase();
beforeEach(() => clearDatabase(db));

const HOUR = 60 * 60_000;

/** Another service, or another sign-in, that writes down everything it is sent. */
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

describe('once the service is at another address', () => {
  test.each(['tokens', 'an API key'])('%s from the old one end, and Ana is told once', async (kind) => {
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
  });
});

describe('once the service names another sign-in', () => {
  test('the refresh token and the client secret are not sent there', async () => {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    harness.clock.move(2 * HOUR);
    const stranger = await aStranger();
    const after = harness.process({ authUrl: stranger.url });

    await expect(after.authorizationFor(TEAM).headers()).rejects.toThrow(NotConnected);
    expect(stranger.heard()).not.toMatch(/refresh_token|Basic/i);
    expect(harness.expired).toEqual([{ team: TEAM, person: ANA }]);
  });

  test('a client of the same id there is another one', async () => {
    const harness = await createHarness(db);
    await harness.connect(harness.process());
    const rows = await db.query<{ key: string }>("select key from kv where namespace = 'oauth-clients'");
    expect(rows.map(({ key }) => key.includes(harness.server.authUrl))).toEqual([true, true]);
  });
});

test('metadata that is missing for a while ends no connection', async () => {
  const harness = await createHarness(db);
  await harness.connect(harness.process());
  harness.clock.move(2 * HOUR);
  const stranger = await aStranger();
  const blind: typeof fetch = (url, init) =>
    fetch(String(url).includes('/.well-known/') ? `${stranger.url}/none` : url, init);
  const after = harness.process({ fetch: blind });
  await expect(after.authorizationFor(TEAM).headers()).rejects.toThrow(Unavailable);
  expect(await after.stateOf(TEAM)).toBe('connected');
  expect(harness.expired).toEqual([]);
});
