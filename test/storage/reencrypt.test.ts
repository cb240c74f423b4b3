import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createDefaultsStore } from '../../src/defaults/defaults.ts';
import { createCipher } from '../../src/storage/cipher.ts';
import { createStore } from '../../src/storage/keyv-store.ts';
import { createSealedStore, reencryptAll } from '../../src/storage/sealed-store.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(() => clearDatabase(db));

const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')] as const;

test('a value that does not open keeps no other under the old key', async () => {
  const before = createSealedStore<string>(db, 'connections', createCipher([old]));
  for (const team of ['T1', 'T2', 'T3', 'T4']) await before.set(team, `secret of ${team}`);
  const lost = createCipher([randomBytes(32).toString('base64')]);
  await createSealedStore<string>(db, 'connections', lost).set('T5', 'secret of T5');
  await db.query("update kv set value = replace(value, right(value, 6), 'AAAA\"}') where key = 'T1'");
  await db.query("update kv set value = 'no JSON, \"v1.' where key = 'T3'");

  const found = await reencryptAll(db, createCipher([next, old]));

  expect(found).toEqual({ reencrypted: 2, damaged: ['connections:T1', 'connections:T3', 'connections:T5'] });
  const after = createSealedStore<string>(db, 'connections', createCipher([next]));
  expect(await after.get('T2')).toBe('secret of T2');
  expect(await after.get('T4')).toBe('secret of T4');
  expect(await reencryptAll(db, createCipher([next, old]))).toMatchObject({ reencrypted: 0 });
});

test('defaults from before they were sealed are read as they are, and sealed in the first round', async () => {
  const plain = { tone: 'solemn as a pelican', format: 'document' };
  await createStore(db, 'defaults').set('T1/person/U1', plain);
  await createStore(db, 'credits').set('T1', 400);
  const { cipher } = db;
  const defaults = createDefaultsStore(db);
  expect(await defaults.of({ team: 'T1', kind: 'person', id: 'U1' })).toEqual(plain);

  expect(await reencryptAll(db, cipher)).toEqual({ reencrypted: 1, damaged: [] });
  expect(await defaults.of({ team: 'T1', kind: 'person', id: 'U1' })).toEqual(plain);
  expect(JSON.stringify(await db.query('select * from kv'))).not.toContain('pelican');
  expect(await reencryptAll(db, cipher)).toEqual({ reencrypted: 0, damaged: [] });

  await createStore(db, 'connections').set('T1', { kind: 'oauth' });
  await expect(createSealedStore(db, 'connections', cipher).get('T1')).rejects.toThrow();
});

test('a token that is renewed while its old one is sealed anew stays the renewed one', async () => {
  const before = createSealedStore<string>(db, 'connections', createCipher([old]));
  await before.set('T1', 'the old token');
  const cipher = createCipher([next, old]);
  const now = createSealedStore<string>(db, 'connections', cipher);
  let renewed = false;
  const meanwhile: typeof db = {
    ...db,
    async query(sql, params) {
      if (/^update/i.test(sql) && !renewed) {
        renewed = true;
        await now.set('T1', 'the new token');
      }
      return db.query(sql, params);
    },
  };
  await reencryptAll(meanwhile, cipher);
  expect(renewed).toBe(true);
  expect(await now.get('T1')).toBe('the new token');
});
