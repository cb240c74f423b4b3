import { isDeepStrictEqual } from 'node:util';
import type { Cipher } from './cipher.ts';
import type { Queries } from './database.ts';
import { createStore, replaceValue, takeValue } from './keyv-store.ts';

/** Values that are secrets: JSON, sealed before it reaches the database, bound to its namespace and key. */
export interface SealedStore<V> {
  /** @throws CipherError where the value cannot be opened. */
  get(key: string): Promise<V | undefined>;
  set(key: string, value: V, ttlMs?: number): Promise<void>;
  /** Writes `value` only where `expected` is stored; false where something else is, or nothing. */
  replace(key: string, expected: V, value: V): Promise<boolean>;
  delete(key: string): Promise<boolean>;
  /** Gets and deletes in one step: of several callers one gets it. */
  take(key: string): Promise<V | undefined>;
}

/** Keys of a team begin with it, as in createStore. */
export function createSealedStore<V>(db: Queries, namespace: string, cipher: Cipher): SealedStore<V> {
  const store = createStore(db, namespace);
  const context = (key: string) => `${namespace}:${key}`;
  const open = (sealed: string | undefined, key: string) =>
    sealed === undefined ? undefined : (JSON.parse(cipher.open(sealed, context(key))) as V);

  return {
    async get(key) {
      return open(await store.get<string>(key), key);
    },
    async set(key, value, ttlMs) {
      await store.set(key, cipher.seal(JSON.stringify(value), context(key)), ttlMs);
    },
    replace: (key, expected, value) =>
      replaceValue(db, namespace, key, {
        isExpected: (sealed: string) => isDeepStrictEqual(open(sealed, key), expected),
        value: cipher.seal(JSON.stringify(value), context(key)),
      }),
    delete: (key) => store.delete(key),
    async take(key) {
      return open(await takeValue<string>(db, namespace, key), key);
    },
  };
}
