import { randomBytes } from 'node:crypto';
import Keyv from 'keyv';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createCipher } from '../../src/storage/cipher.ts';
import { createKeyvStore, createStore, takeValue } from '../../src/storage/keyv-store.ts';
import { createSealedStore } from '../../src/storage/sealed-store.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';

const db = await testDatabase();
beforeEach(() => clearDatabase(db));
afterAll(() => db.close());

/** Set to have expired: Keyv counts in milliseconds. */
const A_MOMENT = 1;
const passed = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a store', () => {
  it('is taken by keyv as it is, with nothing around it', () => {
    const adapter = createKeyvStore(db, 'cache');
    expect(new Keyv({ store: adapter }).store).toBe(adapter);
  });

  it('gives back what was set, of any kind that JSON knows', async () => {
    const store = createStore(db, 'cache');
    for (const value of ['text', 42, true, { nested: ['a', { b: null }] }, Buffer.from('bytes')]) {
      await store.set('T1', value);
      expect(await store.get('T1')).toEqual(value);
    }
    expect(await store.get('T2')).toBeUndefined();
  });

  it('sets, has, gets and deletes many at once, in the order asked', async () => {
    const store = createStore(db, 'cache');
    const entries = [1, 2, 1].map((n, index) => ({ key: `T${n}`, value: index }));
    expect(await store.setMany(entries)).toEqual([true, true, true]);
    expect(await store.getMany(['T2', 'none', 'T1'])).toEqual([1, undefined, 2]);
    expect(await store.hasMany(['none', 'T1'])).toEqual([false, true]);
    expect(await store.deleteMany(['T1', 'none'])).toEqual([true, false]);
    expect(await store.has('T1')).toBe(false);
    expect(await store.has('T2')).toBe(true);
    expect(await store.delete('T2')).toBe(true);
    expect(await store.delete('T2')).toBe(false);
  });

  it('forgets what has expired', async () => {
    const store = createStore(db, 'cache');
    await store.set('T1', 'soon gone', A_MOMENT);
    await store.set('T2', 'stays', 60_000);
    await passed();
    expect(await store.getMany(['T1', 'T2'])).toEqual([undefined, 'stays']);
    // The adapter itself, too: nothing of keyv's in between.
    const adapter = createKeyvStore(db, 'cache');
    await adapter.set('T1', 'old', Date.now() - 1);
    expect(await adapter.get('T1')).toBeUndefined();
    expect(await adapter.has('T1')).toBe(false);
  });

  it('keeps namespaces apart', async () => {
    const [one, other] = [createStore(db, 'one'), createStore(db, 'other')];
    await one.set('T1', 1);
    await other.set('T1', 2);
    await one.clear();
    expect(await one.get('T1')).toBeUndefined();
    expect(await other.get('T1')).toBe(2);
  });

  it('walks through more than fits one page, of its namespace only', async () => {
    const store = createStore(db, 'cache');
    await createStore(db, 'other').set('T1', 'not this');
    const keys = Array.from({ length: 250 }, (_, n) => `T${String(n).padStart(3, '0')}`);
    await store.setMany(keys.map((key) => ({ key, value: key })));
    const found: string[] = [];
    for await (const [key, value] of store.iterator()) {
      expect(value).toBe(key);
      found.push(key as string);
    }
    expect(found).toEqual(keys);
  });

  it('writes within a transaction', async () => {
    const undone = db.transaction(async (tx) => {
      await createStore(tx, 'cache').set('T1', 'never');
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await createStore(db, 'cache').get('T1')).toBeUndefined();
  });

  it('throws when the database fails, instead of finding nothing', async () => {
    const broken = createStore({ query: () => Promise.reject(new Error('gone')) }, 'cache');
    await expect(broken.get('T1')).rejects.toThrow('gone');
    await expect(broken.set('T1', 1)).rejects.toThrow('gone');
  });
});

describe('taking', () => {
  it('gives a value to one of many', async () => {
    await createStore(db, 'state').set('s', { team: 'T1' }, 60_000);
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeValue(db, 'state', 's')));
    expect(taken.filter((value) => value !== undefined)).toEqual([{ team: 'T1' }]);
  });

  it('finds nothing once it has expired', async () => {
    await createStore(db, 'state').set('s', 'late', A_MOMENT);
    await passed();
    expect(await takeValue(db, 'state', 's')).toBeUndefined();
  });
});

describe('a sealed store', () => {
  const key = randomBytes(32).toString('base64');
  const sealed = createSealedStore<{ token: string }>(db, 'tokens', createCipher([key]));

  it('gives back what was set, and leaves no trace of it in the database', async () => {
    await sealed.set('T1', { token: 'xoxb-very-secret' });
    expect(await sealed.get('T1')).toEqual({ token: 'xoxb-very-secret' });
    expect(JSON.stringify(await db.query('SELECT * FROM kv'))).not.toContain('xoxb');
    expect(await sealed.get('T2')).toBeUndefined();
  });

  it('does not open the value of one team under the name of another', async () => {
    await sealed.set('T1', { token: 'of T1' });
    await db.query("UPDATE kv SET key = 'T2' WHERE key = 'T1'");
    await expect(sealed.get('T2')).rejects.toThrow('belongs to another place');
  });

  it('is taken once, deleted, and expires like any other', async () => {
    await sealed.set('T1', { token: 'once' });
    expect(await sealed.take('T1')).toEqual({ token: 'once' });
    expect(await sealed.take('T1')).toBeUndefined();
    await sealed.set('T1', { token: 'gone' });
    expect(await sealed.delete('T1')).toBe(true);
    await sealed.set('T1', { token: 'late' }, A_MOMENT);
    await passed();
    expect(await sealed.get('T1')).toBeUndefined();
  });
});
