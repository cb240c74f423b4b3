import { describe, expect, it } from 'vitest';
import { createSealedStore, createStore } from '../../src/storage/store.ts';
import { cleanDatabase } from '../support/clean-database.ts';

const db = await cleanDatabase();

/** Milliseconds until a value expires in these tests. */
const A_MOMENT = 1;
const passed = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a store', () => {
  it('stores any JSON value', async () => {
    const store = createStore(db, 'cache');
    for (const value of ['text', 42, true, { nested: ['a', { b: null }] }]) {
      await store.set('T1', value);
      expect(await store.get('T1')).toEqual(value);
    }
    expect(await store.get('T2')).toBeUndefined();
  });

  it('sets and gets several values, and deletes one', async () => {
    const store = createStore(db, 'cache');
    for (const [index, key] of ['T1', 'T2', 'T1'].entries()) await store.set(key, index);
    expect(await store.getMany(['T2', 'none', 'T1'])).toEqual([1, undefined, 2]);
    expect(await store.has('T2')).toBe(true);
    expect(await store.delete('T2')).toBe(true);
    expect(await store.has('T2')).toBe(false);
    expect(await store.delete('T2')).toBe(false);
  });

  it('does not return expired values', async () => {
    const store = createStore(db, 'cache');
    await store.set('T1', 'soon gone', A_MOMENT);
    await store.set('T2', 'stays', 60_000);
    await passed();
    expect(await store.getMany(['T1', 'T2'])).toEqual([undefined, 'stays']);
    expect(await store.has('T1')).toBe(false);
    expect(await store.keys()).toEqual(['T2']);
  });

  it('keeps namespaces separate', async () => {
    const [one, other] = [createStore(db, 'one'), createStore(db, 'other')];
    await one.set('T1', 1);
    await other.set('T1', 2);
    await one.delete('T1');
    expect(await one.get('T1')).toBeUndefined();
    expect(await other.get('T1')).toBe(2);
  });

  it('writes within a transaction', async () => {
    const undone = db.transaction(async (tx) => {
      await createStore(tx, 'cache').set('T1', 'never');
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await createStore(db, 'cache').get('T1')).toBeUndefined();
  });

  it('throws if the database fails', async () => {
    const broken = createStore({ query: () => Promise.reject(new Error('gone')) }, 'cache');
    await expect(broken.get('T1')).rejects.toThrow('gone');
    await expect(broken.set('T1', 1)).rejects.toThrow('gone');
  });
});

describe('a value that is taken', () => {
  it('goes to one of many callers', async () => {
    const store = createStore(db, 'state');
    await store.set('s', { team: 'T1' }, 60_000);
    const taken = await Promise.all(Array.from({ length: 20 }, () => store.take('s')));
    expect(taken.filter((value) => value !== undefined)).toEqual([{ team: 'T1' }]);
  });

  it('is gone after its expiry', async () => {
    const store = createStore(db, 'state');
    await store.set('s', 'late', A_MOMENT);
    await passed();
    expect(await store.take('s')).toBeUndefined();
  });
});

describe('a sealed store', () => {
  const sealed = createSealedStore<{ token: string }>(db, 'tokens');

  it('stores values encrypted', async () => {
    await sealed.set('T1', { token: 'xoxb-very-secret' });
    expect(await sealed.get('T1')).toEqual({ token: 'xoxb-very-secret' });
    expect(JSON.stringify(await db.query('SELECT * FROM kv'))).not.toContain('xoxb');
    expect(await sealed.get('T2')).toBeUndefined();
  });

  it('does not decrypt the value of one team for another', async () => {
    await sealed.set('T1', { token: 'of T1' });
    await db.query("UPDATE kv SET key = 'T2' WHERE key = 'T1'");
    await expect(sealed.get('T2')).rejects.toThrow('belongs to another place');
  });

  it('can be taken once, deleted, and expires', async () => {
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
