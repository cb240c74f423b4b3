import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Cipher, isSealed, LostKeyError } from './cipher.ts';
import type { Queries } from './database.ts';
import { createStore, replaceRow, replaceValue, sealedRowsAfter, takeValue } from './keyv-store.ts';

/**
 * Secrets: JSON, sealed before it reaches the database, bound to its namespace and key. No schema checks it when it is
 * opened: the seal proves that we wrote it, and for this place.
 */
export interface SealedStore<V> {
  /** @throws CipherError where the value cannot be opened; but see `SealedStoreOptions`. */
  get(key: string): Promise<V | undefined>;
  /** The same for several, in their order, in one statement. */
  getMany(keys: string[]): Promise<(V | undefined)[]>;
  set(key: string, value: V, ttlMs?: number): Promise<void>;
  /** Writes `value` only where `expected` is stored; false where something else is, or nothing. */
  replace(key: string, expected: V, value: V): Promise<boolean>;
  delete(key: string): Promise<boolean>;
  /** Gets and deletes in one step: of several callers one gets it. */
  take(key: string): Promise<V | undefined>;
}

export interface SealedStoreOptions<V> {
  /** What counts as stored where the key that sealed it is lost, so that people can set it anew. */
  withoutItsKey?: () => V | undefined;
}

/** Keys of a team begin with it, as in createStore. */
export function createSealedStore<V>(
  db: Queries,
  namespace: string,
  cipher: Cipher,
  { withoutItsKey }: SealedStoreOptions<NoInfer<V>> = {},
): SealedStore<V> {
  const store = createStore(db, namespace);
  const context = (key: string) => contextOf({ namespace, key });
  function open(sealed: string | undefined, key: string): V | undefined {
    if (sealed === undefined) return undefined;
    if (WAS_PLAIN.includes(namespace) && typeof sealed !== 'string') return sealed;
    try {
      return JSON.parse(cipher.open(sealed, context(key)));
    } catch (error) {
      if (withoutItsKey && error instanceof LostKeyError) return withoutItsKey();
      throw error;
    }
  }

  return {
    async get(key) {
      return open(await store.get<string>(key), key);
    },
    async getMany(keys) {
      const sealed = await store.getMany<string>(keys);
      return keys.map((key, at) => open(sealed[at], key));
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

/** Namespaces whose values were not sealed once: an object is as it was written then. */
const WAS_PLAIN = ['defaults'];

/** A value can be opened in its own place alone. */
const contextOf = ({ namespace, key }: { namespace: string; key: string }) => `${namespace}:${key}`;

/** Rows taken at once. */
const BATCH = 200;

/**
 * Re-encrypts with the first key what was sealed with another, so that an old key can be taken out of ENCRYPTION_KEYS
 * after a while, and seals what was not sealed once. A value that cannot be opened stays as it is and stops no other.
 * @returns how many values were re-encrypted, and where those are that no key opens
 */
export async function reencryptAll(db: Queries, cipher: Cipher) {
  let reencrypted = 0;
  const damaged: string[] = [];
  for (let after = { namespace: '', key: '' }; ; ) {
    const rows = await sealedRowsAfter(db, after, { limit: BATCH, allOf: WAS_PLAIN });
    for (const row of rows) {
      const value = resealed(row, cipher);
      if (value === 'damaged') damaged.push(contextOf(row));
      else if (value && (await replaceRow(db, row, value))) reencrypted += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return { reencrypted, damaged };
    after = last;
  }
}

/** How many secrets there are under each key that is not in ENCRYPTION_KEYS, by the key's id, and how many under those that are. */
export async function keysInUse(db: Queries, { keys }: Cipher) {
  const rows = await db.query<{ id: string | null; secrets: number }>(
    `SELECT substring(value from '"v1\\.([0-9a-f]{8})\\.') AS id, count(*)::int AS secrets FROM kv WHERE value LIKE '%"v1.%' GROUP BY 1`,
  );
  const lost = rows.flatMap(({ id, secrets }) => (id && !keys.includes(id) ? [{ id, secrets }] : []));
  const opened = rows
    .filter(({ id }) => id && keys.includes(id))
    .reduce((sum, { secrets }) => sum + secrets, 0);
  return { lost, opened };
}

const storedValue = z.looseObject({ value: z.unknown() });

/** null where it is not sealed, or with the first key already. */
function resealed(
  row: { namespace: string; key: string; value: string },
  cipher: Cipher,
): { value: string } | null | 'damaged' {
  try {
    const stored = storedValue.safeParse(JSON.parse(row.value)).data;
    const context = contextOf(row);
    const text = textIn(row, stored?.value, cipher);
    if (text === null) return null;
    const sealed = cipher.seal(text, context);
    return { value: JSON.stringify({ ...stored, value: sealed }) };
  } catch {
    return 'damaged';
  }
}

/** The text to be sealed; null where there is nothing to do. */
function textIn(row: { namespace: string; key: string }, stored: unknown, cipher: Cipher): string | null {
  if (typeof stored === 'string')
    return isSealed(stored) && !stored.startsWith(cipher.prefix) ? cipher.open(stored, contextOf(row)) : null;
  return WAS_PLAIN.includes(row.namespace) ? JSON.stringify(stored) : null;
}
