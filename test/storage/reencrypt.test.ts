import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createCipher } from '../../src/storage/cipher.ts';
import { createSealedStore, reencryptAll } from '../../src/storage/sealed-store.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';

const db = await testDatabase();
beforeEach(() => clearDatabase(db));

const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')] as const;

test('a value that does not open keeps no other under the old key', async () => {
  const before = createSealedStore<string>(db, 'connections', createCipher([old]));
  for (const team of ['T1', 'T2', 'T3', 'T4']) await before.set(team, `secret of ${team}`);
  await db.query("update kv set value = replace(value, right(value, 6), 'AAAA\"}') where key = 'T1'");
  await db.query("update kv set value = 'no JSON, \"v1.' where key = 'T3'");

  const found = await reencryptAll(db, createCipher([next, old]));

  expect(found).toEqual({ reencrypted: 2, damaged: ['connections:T1', 'connections:T3'] });
  const after = createSealedStore<string>(db, 'connections', createCipher([next]));
  expect(await after.get('T2')).toBe('secret of T2');
  expect(await after.get('T4')).toBe('secret of T4');
  expect(await reencryptAll(db, createCipher([next, old]))).toMatchObject({ reencrypted: 0 });
});
