import { afterAll, beforeEach, expect, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import { createCipher } from '../../src/storage/cipher.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { API_KEY, createHarness, TEAM } from '../support/harness/connections.ts';
import { testKey } from '../support/test-key.ts';

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(() => clearDatabase(db));

test('a team whose connection no key opens is not connected, and connects again', async () => {
  const harness = await createHarness(db);
  const before = harness.process();
  await harness.connect(before);
  const cipher = createCipher([testKey(8)]);

  const after = harness.process({ cipher });
  expect(await after.idsOf(TEAM)).toBeNull();
  await expect(after.authorizationFor(TEAM).headers()).rejects.toThrow(NotConnected);
  await harness.connect(after);
  expect(await after.stateOf(TEAM)).toBe('connected');
  expect(await after.authorizationFor(TEAM).headers()).toBeTruthy();
});

test('nothing is made in the operator’s workspace for a team with one of its own, and nobody else is named', async () => {
  const harness = await createHarness(db);
  await harness.connect(harness.process());
  const former: (string | undefined)[] = [];
  const wrong = harness.process({
    cipher: createCipher([testKey(8)]),
    apiKey: API_KEY,
    onChanged: async (_, person) => void former.push(person),
  });
  await expect(wrong.authorizationFor(TEAM).headers()).rejects.toThrow(NotConnected);
  expect(await wrong.usableIdOf(TEAM)).toBeNull();
  expect(await wrong.stateOf(TEAM)).toBe('expired');
  expect(await wrong.summaryOf(TEAM)).toEqual({ kind: 'oauth', works: false, hasFallback: true });
  await harness.connect(wrong);
  expect(await wrong.authorizationFor(TEAM).headers()).toHaveProperty('Authorization');
  await expect.poll(() => former).toEqual([undefined]);
});

test('a wrong key takes nothing away: with the right one again the team is connected as before', async () => {
  const harness = await createHarness(db);
  await harness.connect(harness.process());
  const wrong = harness.process({ cipher: createCipher([testKey(8)]) });
  await expect(wrong.authorizationFor(TEAM).headers()).rejects.toThrow(NotConnected);
  expect(await harness.process().stateOf(TEAM)).toBe('connected');
});
