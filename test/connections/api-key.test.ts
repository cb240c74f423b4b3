import { describe, expect, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { ANA, API_KEY, createHarness, SECOND_API_KEY, TEAM } from '../support/harness/connections.ts';
import { allowErrors } from '../support/log-errors.ts';

allowErrors(/the service does not accept SERVICE_API_KEY/);

const db = await cleanDatabase();

const anas = { team: TEAM, person: ANA };

describe('an API key that an admin enters', () => {
  test('is checked, stored encrypted and used', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    const outcome = await connections.connectWithApiKey(anas, ` ${API_KEY}\n`);
    expect(outcome).toMatchObject({ ok: true, summary: { kind: 'api_key', works: true, person: ANA } });
    await harness.clientOf(connections).listThemes({ limit: 1 });
    const shown = JSON.stringify([
      outcome,
      await connections.summaryOf(TEAM),
      await db.query('SELECT * FROM kv'),
    ]);
    expect(shown + harness.log.text()).not.toContain(API_KEY);
  });

  test.each(['sk-standin-other', 'with a space', 'ключ', ''])(
    'that the service refuses is not stored: %j',
    async (key) => {
      const harness = await createHarness(db);
      const connections = harness.process();
      expect(await connections.connectWithApiKey(anas, key)).toMatchObject({
        ok: false,
        problem: 'key_refused',
      });
      expect(await connections.summaryOf(TEAM)).toEqual({ kind: 'none', works: false });
    },
  );

  test('is not stored if the service does not respond, and the former connection stays', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    await harness.connect(connections);
    await harness.api.stop();
    expect(await connections.connectWithApiKey(anas, API_KEY)).toEqual({ ok: false, problem: 'unavailable' });
    expect(await connections.summaryOf(TEAM)).toMatchObject({ kind: 'oauth' });
    await harness.api.start();
  });

  test('is not stored for a team that has uninstalled the app', async () => {
    const harness = await createHarness(db);
    const connections = harness.process({ isInstalled: async () => false });
    expect(await connections.connectWithApiKey(anas, API_KEY)).toMatchObject({ ok: false });
    expect(await connections.summaryOf(TEAM)).toEqual({ kind: 'none', works: false });
  });

  test('that is revoked expires the connection and notifies its person once', async () => {
    const harness = await createHarness(db);
    const connections = harness.process();
    await connections.connectWithApiKey(anas, API_KEY);
    harness.api.misbehave({ kind: 'status', status: 401, times: 'always' });
    const requests = Array.from({ length: 10 }, () =>
      harness
        .clientOf(connections)
        .listThemes()
        .catch((e: unknown) => e),
    );
    for (const error of await Promise.all(requests)) expect(error).toBeInstanceOf(NotConnected);
    expect(harness.expired).toEqual([{ team: TEAM, person: ANA }]);
    expect(await connections.summaryOf(TEAM)).toMatchObject({ kind: 'api_key', works: false });
  });

  test('that was replaced does not expire the new one if it is refused late', async () => {
    const harness = await createHarness(db);
    const [here, there] = [harness.process(), harness.process()];
    await here.connectWithApiKey(anas, API_KEY);
    const authorization = here.authorizationFor(TEAM);
    const old = await authorization.headers();
    await there.connectWithApiKey(anas, SECOND_API_KEY);
    // The service refuses the old key in the second request, too.
    harness.api.misbehave({ kind: 'status', status: 401, times: 'always' });
    expect(await authorization.renew?.(old)).toBe(true);
    expect(await authorization.headers()).toEqual({ 'X-API-KEY': SECOND_API_KEY });
    expect(await there.stateOf(TEAM)).toBe('connected');
    expect(harness.expired).toEqual([]);
  });

  test('that another process replaced is used here after the first refusal', async () => {
    const harness = await createHarness(db);
    const [here, there] = [harness.process(), harness.process()];
    await harness.connect(here);
    await here.authorizationFor(TEAM).headers();
    await there.connectWithApiKey(anas, API_KEY);
    harness.clock.move(6_000);
    expect(await here.authorizationFor(TEAM).headers()).toEqual({ 'X-API-KEY': API_KEY });
  });
});

describe('SERVICE_API_KEY', () => {
  test('is used for a team without its own connection', async () => {
    const harness = await createHarness(db);
    const connections = harness.process({ apiKey: API_KEY });
    expect(await connections.summaryOf(TEAM)).toMatchObject({ kind: 'configured', works: true });
    expect(await connections.stateOf(TEAM)).toBe('connected');
    expect(await harness.process().stateOf(TEAM)).toBe('unconnected');
    await harness.clientOf(connections).listThemes({ limit: 1 });
    await harness.connect(connections);
    expect(await connections.authorizationFor(TEAM).headers()).toHaveProperty('Authorization');
  });

  test('is not used while the team has its own connection, also one made by another process', async () => {
    const harness = await createHarness(db);
    const [here, there] = [harness.process({ apiKey: API_KEY }), harness.process({ apiKey: API_KEY })];
    const headers = () => here.authorizationFor(TEAM).headers();
    const stop = await here.listen();
    expect(await headers()).toHaveProperty('X-API-KEY');
    await harness.connect(there);
    await expect.poll(headers).toHaveProperty('Authorization');
    await there.disconnect(TEAM);
    await expect.poll(headers).toHaveProperty('X-API-KEY');
    await stop();
  });

  test('is used only for the teams of SERVICE_API_KEY_TEAMS', async () => {
    const harness = await createHarness(db);
    const connections = harness.process({ apiKey: API_KEY, apiKeyTeams: ['T0PAYING'] });
    expect(await connections.stateOf('T0PAYING')).toBe('connected');
    expect(await connections.authorizationFor('T0PAYING').headers()).toEqual({ 'X-API-KEY': API_KEY });
    expect(await connections.stateOf(TEAM)).toBe('unconnected');
    expect(await connections.summaryOf(TEAM)).toEqual({ kind: 'none', works: false });
    expect(await connections.idsOf(TEAM)).toBeNull();
    expect(await connections.usableIdOf(TEAM)).toBeNull();
    await expect(connections.authorizationFor(TEAM).headers()).rejects.toMatchObject({
      reason: 'unconnected',
    });
    await expect(connections.authorizationFor(TEAM).renew?.({ 'X-API-KEY': API_KEY })).rejects.toThrow();
  });

  test('is shown as refused until the service accepts it again', async () => {
    const harness = await createHarness(db);
    const connections = harness.process({ apiKey: API_KEY });
    const takeBack = harness.api.misbehave({ kind: 'status', status: 401, times: 'always' });
    await expect(harness.clientOf(connections).listThemes()).rejects.toMatchObject({ reason: 'key_refused' });
    expect(await connections.summaryOf(TEAM)).toEqual({ kind: 'configured', works: false });
    expect(await connections.stateOf(TEAM)).toBe('key_refused');
    expect(await connections.usableIdOf(TEAM)).toBeNull();
    expect(harness.expired).toEqual([]);

    takeBack();
    harness.clock.move(60_000);
    expect(await connections.usableIdOf(TEAM)).toBe((await connections.idsOf(TEAM))?.id);
    expect(await connections.stateOf(TEAM)).toBe('connected');
  });

  test('stays in use after a single 401', async () => {
    const harness = await createHarness(db);
    const connections = harness.process({ apiKey: API_KEY });
    harness.api.misbehave({ kind: 'status', status: 401, times: 1 });
    await harness.clientOf(connections).listThemes({ limit: 1 });
    expect(await connections.stateOf(TEAM)).toBe('connected');
  });

  test('is checked again at intervals after a refusal, even if no work waits', async () => {
    const harness = await createHarness(db);
    const connections = harness.process({ apiKey: API_KEY });
    const takeBack = harness.api.misbehave({ kind: 'status', status: 401, times: 'always' });
    await expect(harness.clientOf(connections).listThemes()).rejects.toMatchObject({ reason: 'key_refused' });
    takeBack();
    await connections.recheckOperatorKey();
    expect(await connections.stateOf(TEAM)).toBe('key_refused');
    harness.clock.move(60_000);
    await connections.recheckOperatorKey();
    expect(await connections.stateOf(TEAM)).toBe('connected');
  });

  test('is shown as the fallback of a team with its own connection, and used after a disconnect', async () => {
    const harness = await createHarness(db);
    const connections = harness.process({ apiKey: API_KEY });
    await harness.connect(connections);
    expect(await connections.summaryOf(TEAM)).toMatchObject({ kind: 'oauth', hasFallback: true });
    const before = await connections.idsOf(TEAM);
    await connections.disconnect(TEAM);
    expect((await connections.idsOf(TEAM))?.id).not.toBe(before?.id);
  });
});

describe('the summary of a connection', () => {
  test('has the last reported credits if they are of the connected account', async () => {
    const harness = await createHarness(db);
    let reported: { left: number; madeWith: string } | undefined;
    const options = { creditsLeft: async () => reported };
    const connections = harness.process(options);
    await connections.connectWithApiKey(anas, API_KEY);
    reported = { left: 1234, madeWith: (await connections.idsOf(TEAM))?.account ?? '' };
    expect(await harness.process(options).summaryOf(TEAM)).toMatchObject({
      credits: 1234,
      since: new Date(harness.clock.now()),
    });
    await connections.disconnect(TEAM);
    expect(await connections.summaryOf(TEAM)).toEqual({ kind: 'none', works: false });
    expect(await connections.disconnect(TEAM)).toBe(false);
    await harness.connect(connections);
    expect(await connections.summaryOf(TEAM)).toMatchObject({ works: true, credits: 1234 });
    reported.madeWith = 'another account';
    expect(await connections.summaryOf(TEAM)).toMatchObject({ works: true, credits: undefined });
  });
});
