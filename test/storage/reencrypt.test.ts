import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCipher } from '../../src/storage/cipher.ts';
import { type Database, withCipher } from '../../src/storage/database.ts';
import { reencrypt } from '../../src/storage/reencrypt.ts';
import { createSealedStore } from '../../src/storage/store.ts';
import { cleanDatabase } from '../support/clean-database.ts';

const db = await cleanDatabase();

const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')] as const;
const withKeys = (...keys: string[]): Database => withCipher(db, createCipher(keys));
const tokensOf = (sealing: Database) => createSealedStore<string>(sealing, 'connections');

test('a value that cannot be decrypted does not keep others from being re-encrypted', async () => {
  const before = tokensOf(withKeys(old));
  for (const team of ['T1', 'T2', 'T3', 'T4']) await before.set(team, `secret of ${team}`);
  await tokensOf(withKeys(randomBytes(32).toString('base64'))).set('T5', 'secret of T5');
  await db.query("update kv set value = replace(value, right(value, 6), 'AAAA\"}') where key = 'T1'");
  await db.query(`update kv set value = '{"value":"v1.cut short' where key = 'T3'`);

  const found = await reencrypt(withKeys(next, old));

  expect(found).toEqual({ reencrypted: 2, damaged: ['connections:T1', 'connections:T3', 'connections:T5'] });
  const after = tokensOf(withKeys(next));
  expect(await after.get('T2')).toBe('secret of T2');
  expect(await after.get('T4')).toBe('secret of T4');
  expect(await reencrypt(withKeys(next, old))).toMatchObject({ reencrypted: 0 });
});

test('a token that is renewed during its re-encryption is not overwritten', async () => {
  const before = tokensOf(withKeys(old));
  await before.set('T1', 'the old token');
  const rotating = withKeys(next, old);
  const now = tokensOf(rotating);
  let renewed = false;
  const meanwhile: Database = {
    ...rotating,
    async query(sql, params) {
      if (/^update/i.test(sql) && !renewed) {
        renewed = true;
        await now.set('T1', 'the new token');
      }
      return db.query(sql, params);
    },
  };
  await reencrypt(meanwhile);
  expect(renewed).toBe(true);
  expect(await now.get('T1')).toBe('the new token');
});
