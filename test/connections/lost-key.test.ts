import { expect, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import { createCipher } from '../../src/storage/cipher.ts';
import { withCipher } from '../../src/storage/database.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { API_KEY, createHarness, TEAM } from '../support/harness/connections.ts';
import { testKey } from '../support/test-key.ts';

const db = await cleanDatabase();
const withOtherKey = withCipher(db, createCipher([testKey(8)]));

test('a team whose connection cannot be decrypted is not connected and can connect again', async () => {
  const harness = await createHarness(db);
  const before = harness.process();
  await harness.connect(before);
  const after = harness.process({ db: withOtherKey });
  expect(await after.idsOf(TEAM)).toBeNull();
  await expect(after.authorizationFor(TEAM).headers()).rejects.toThrow(NotConnected);
  await harness.connect(after);
  expect(await after.stateOf(TEAM)).toBe('connected');
  expect(await after.authorizationFor(TEAM).headers()).toBeTruthy();
});

test('a team whose connection cannot be decrypted does not use SERVICE_API_KEY', async () => {
  const harness = await createHarness(db);
  await harness.connect(harness.process());
  const former: (string | undefined)[] = [];
  const wrong = harness.process({
    db: withOtherKey,
    apiKey: API_KEY,
    onChanged: async (_, before) => void former.push(before?.person),
  });
  await expect(wrong.authorizationFor(TEAM).headers()).rejects.toThrow(NotConnected);
  expect(await wrong.usableIdOf(TEAM)).toBeNull();
  expect(await wrong.stateOf(TEAM)).toBe('expired');
  expect(await wrong.summaryOf(TEAM)).toEqual({ kind: 'oauth', works: false, hasFallback: true });
  await harness.connect(wrong);
  expect(await wrong.authorizationFor(TEAM).headers()).toHaveProperty('Authorization');
  await expect.poll(() => former).toEqual([undefined]);
});

test('after a start with a wrong key, the team is connected again with the right one', async () => {
  const harness = await createHarness(db);
  await harness.connect(harness.process());
  const wrong = harness.process({ db: withOtherKey });
  await expect(wrong.authorizationFor(TEAM).headers()).rejects.toThrow(NotConnected);
  expect(await harness.process().stateOf(TEAM)).toBe('connected');
});
