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

test('a sealed one-time value is taken once in all processes, and may be opened before', async () => {
  const [one, other] = [aSecret(), aSecret()];
  const secret = one.states.seal('where Ana was');
  const opened = other.states.open(secret);
  expect(opened).toMatchObject({ value: 'where Ana was' });
  expect(one.states.open(secret)).toEqual(opened);
  const takes = [other, one, other].map(({ states }) => states.take(opened?.id ?? ''));
  expect((await Promise.all(takes)).filter(Boolean)).toHaveLength(1);
});

test('a sealed one-time value is valid for its purpose and for ten minutes', async () => {
  const { states, clock } = aSecret();
  const secret = states.seal('where Ana was');
  expect(aSecret('connecting').states.open(secret)).toBeNull();
  clock.move(TEN_MINUTES);
  expect(states.open(secret)).toBeNull();
});
