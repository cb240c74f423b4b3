import { describe, expect, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import type { SendRequest } from '../../src/outgoing-requests.ts';
import { isTransient } from '../../src/service/error-meaning.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { ANA, createHarness, TEAM } from '../support/harness/connections.ts';
import { type Reply, replying, send } from '../support/send.ts';

/** A refresh that is refused in any shape ends the connection if the API refuses it, too, and only then. */

const db = await cleanDatabase();

const MINUTE = 60_000;
const PROXYS_PAGE = '<html><body>Please sign in</body></html>';

/** A connected team whose refreshes get `reply`. `refused` makes the API refuse everything, too. */
async function aTeam(reply: Reply, { refused }: { refused?: Reply } = {}) {
  const harness = await createHarness(db);
  let attempts = 0;
  let isTroubled = false;
  const replyTo = async (request: Parameters<SendRequest>[0]) => {
    if (isTroubled && request.url.endsWith('/oauth/token')) {
      attempts += 1;
      return replying(() => reply)(request);
    }
    const isApi = request.url.includes('/v1.0/');
    return isTroubled && isApi && refused ? replying(() => refused)(request) : send(request);
  };
  const connections = harness.process({ send: replyTo });
  await harness.connect(connections);
  isTroubled = true;
  const headers = () => connections.authorizationFor(TEAM).headers();
  return { ...harness, connections, headers, attempts: () => attempts };
}

const named: [string, Reply][] = [
  ['{error}', { status: 400, body: { error: 'invalid_grant' } }],
  ['{code}', { status: 400, body: { code: 'invalid_grant', message: 'Bad refresh token' } }],
  ['{message}', { status: 400, body: { message: 'invalid_grant', statusCode: 400 } }],
];
const unnamed: [string, Reply][] = [
  ['a sentence', { status: 401, body: { message: 'The refresh token was revoked.', statusCode: 401 } }],
  ['the name of the status', { status: 400, body: { error: 'Bad Request', statusCode: 400 } }],
  ['an empty 400', { status: 400 }],
  ['an empty 401 with a challenge', { status: 401, headers: { 'www-authenticate': 'Basic' } }],
];

describe('a refresh that is refused', () => {
  test.each(named)('as %s ends the connection at once, with one notice', async (_, reply) => {
    const team = await aTeam(reply);
    team.clock.move(2 * 60 * MINUTE);
    for (let request = 0; request < 3; request += 1) {
      await expect(team.headers()).rejects.toBeInstanceOf(NotConnected);
      team.clock.move(6_000);
    }
    expect(team.attempts()).toBe(1);
    expect(await team.connections.stateOf(TEAM)).toBe('expired');
    expect(team.expired).toEqual([{ team: TEAM, person: ANA }]);
  });

  test.each(unnamed)(
    'by %s ends the connection after three attempts if the API refuses the token, too',
    async (_, reply) => {
      const team = await aTeam(reply);
      team.clock.move(2 * 60 * MINUTE);
      for (let request = 0; request < 3; request += 1) {
        await expect(team.headers()).rejects.toBeInstanceOf(NotConnected);
        team.clock.move(6_000);
      }
      expect(team.attempts()).toBe(3);
      expect(team.expired).toEqual([{ team: TEAM, person: ANA }]);
    },
  );

  test.each(unnamed)('by %s ends nothing while the API accepts the token', async (_, reply) => {
    const team = await aTeam(reply);
    team.clock.move(59 * MINUTE);
    expect(await team.headers()).toHaveProperty('Authorization');
    expect(team.attempts()).toBe(1);
    expect(await team.connections.stateOf(TEAM)).toBe('connected');
  });

  test.each([400, 401])("by a proxy's page with status %i ends nothing", async (status) => {
    const page = { status, body: PROXYS_PAGE };
    const team = await aTeam(page, { refused: page });
    team.clock.move(2 * 60 * MINUTE);
    await expect(team.headers()).rejects.toSatisfy(isTransient);
    expect(team.attempts()).toBe(3);
    expect(await team.connections.stateOf(TEAM)).toBe('connected');
    expect(team.expired).toEqual([]);
  });

  test('ends nothing if the API does not say whether it accepts the token', async () => {
    const team = await aTeam({ status: 400 }, { refused: { status: 503 } });
    team.clock.move(2 * 60 * MINUTE);
    await expect(team.headers()).rejects.toSatisfy(isTransient);
    expect(await team.connections.stateOf(TEAM)).toBe('connected');
  });
});

test('a connection that was not used for 91 days has expired, and its person is told', async () => {
  const harness = await createHarness(db);
  const connections = harness.process();
  await harness.connect(connections);
  harness.clock.move(89 * 24 * 60 * MINUTE);
  expect(await connections.stateOf(TEAM)).toBe('connected');
  harness.clock.move(2 * 24 * 60 * MINUTE);
  expect(await connections.stateOf(TEAM)).toBe('expired');
  expect(await connections.summaryOf(TEAM)).toMatchObject({ kind: 'oauth', works: false });
  expect(harness.expired).toEqual([{ team: TEAM, person: ANA }]);
});
