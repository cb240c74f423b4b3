import { expect, test } from 'vitest';
import { createSealedOneTime, TEN_MINUTES } from '../../src/connections/one-time.ts';
import { createSeen } from '../../src/storage/seen.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { testCipher } from '../support/test-key.ts';

const db = await cleanDatabase();

function aSecret(purpose = 'installing') {
  const clock = createMovableClock();
  const { claim } = createSeen(db);
  const states = createSealedOneTime<string>({
    cipher: testCipher,
    purpose,
    claim: (key, ttlMs) => claim('', key, ttlMs),
    clock,
  });
  return { clock, states };
}

test('a sealed one-time value is taken once in all processes', async () => {
  const [one, other] = [aSecret(), aSecret()];
  const secret = await one.states.save('where Ana was');
  expect(await other.states.take(secret)).toBe('where Ana was');
  expect(await one.states.take(secret)).toBeNull();
  expect(await other.states.take(secret)).toBeNull();
});

test('a sealed one-time value is valid for its purpose and for ten minutes', async () => {
  const { states, clock } = aSecret();
  const secret = await states.save('where Ana was');
  expect(await aSecret('connecting').states.take(secret)).toBeNull();
  clock.move(TEN_MINUTES);
  expect(await states.take(secret)).toBeNull();
});
