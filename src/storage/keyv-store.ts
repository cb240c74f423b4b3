import Keyv, { jsonSerializer, type KeyvStorageAdapter, keyvStorageCapability } from 'keyv';
import type { Queries } from './database.ts';

/**
 * A Keyv over the table `kv`. Keys of a team begin with it (`T0123` or `T0123/...`), so that its rows can be found
 * when it leaves. Errors of the database are thrown.
 *
 * @param db a database, or a transaction to write within one.
 */
export function createStore(db: Queries, namespace: string): Keyv {
  return new Keyv({ store: createKeyvStore(db, namespace) });
}

/**
 * Gets a value and deletes it in one step: of several callers one gets it. For what may be used once, like the
 * state of a sign-in.
 */
export async function takeValue<V>(db: Queries, namespace: string, key: string): Promise<V | undefined> {
  const rows = await db.query<{ value: string; fresh: boolean }>(TAKE, [namespace, key, new Date()]);
  const [row] = rows;
  return row?.fresh ? jsonSerializer.parse<{ value: V }>(row.value).value : undefined;
}

/**
 * Writes a value in place of the one that `isExpected` knows, in one step; false where there is another one, or none.
 * What has an expiry loses it.
 */
export async function replaceValue<V>(
  db: Queries,
  namespace: string,
  key: string,
  { isExpected, value }: { isExpected: (stored: V) => boolean; value: V },
): Promise<boolean> {
  for (;;) {
    const [row] = await db.query<{ value: string }>(READ, [namespace, [key], new Date()]);
    if (!row || !isExpected(jsonSerializer.parse<{ value: V }>(row.value).value)) return false;
    const written = jsonSerializer.stringify({ value });
    // Where the row has changed in between, it may still say the same: sealed anew with another key.
    const replaced = await db.query(REPLACE, [namespace, key, row.value, written]);
    if (replaced.length === 1) return true;
  }
}

/** The keys that have a value, in order. */
export async function keysOf(db: Queries, namespace: string): Promise<string[]> {
  const rows = await db.query<{ key: string }>(KEYS, [namespace, new Date()]);
  return rows.map(({ key }) => key);
}

/** Keyv's interface without its events, which it does not insist on. */
type Store = Pick<
  KeyvStorageAdapter,
  | 'namespace'
  | 'capabilities'
  | 'get'
  | 'getMany'
  | 'has'
  | 'hasMany'
  | 'set'
  | 'setMany'
  | 'delete'
  | 'deleteMany'
  | 'clear'
  | 'iterator'
>;

/** Keyv 6's storage adapter; `expires` is in milliseconds since the epoch. */
export function createKeyvStore(db: Queries, namespace = ''): Store {
  const store: Store = {
    namespace,
    get capabilities() {
      return keyvStorageCapability(store);
    },
    async get(key) {
      return (await values(db, store, [key])).get(key);
    },
    async getMany(keys) {
      const found = await values(db, store, keys);
      return keys.map((key) => found.get(key));
    },
    async has(key) {
      return (await values(db, store, [key])).has(key);
    },
    async hasMany(keys) {
      const found = await values(db, store, keys);
      return keys.map((key) => found.has(key));
    },
    async set(key, value, expires) {
      await write(db, store, [{ key, value, expires }]);
      return true;
    },
    async setMany(entries) {
      await write(db, store, entries);
      return entries.map(() => true);
    },
    async delete(key) {
      return (await remove(db, store, [key])).has(key);
    },
    async deleteMany(keys) {
      const removed = await remove(db, store, keys);
      return keys.map((key) => removed.has(key));
    },
    async clear() {
      await db.query('DELETE FROM kv WHERE namespace = $1', [space(store)]);
    },
    iterator: () => iterate(db, store),
  };
  return store;
}

// biome-ignore lint/suspicious/noExplicitAny: Keyv's adapter chooses the type of what it gets back.
type Raw = any;
type Entry = { key: string; value: unknown; expires?: number };

/** Keyv may rename the namespace of its store. */
const space = (store: Store) => store.namespace ?? '';

async function values(db: Queries, store: Store, keys: string[]): Promise<Map<string, Raw>> {
  const rows = await db.query<{ key: string; value: string }>(READ, [space(store), keys, new Date()]);
  return new Map(rows.map(({ key, value }) => [key, value]));
}

async function write(db: Queries, store: Store, entries: Entry[]): Promise<void> {
  // One statement cannot write a row twice; the last entry of a key wins.
  const last = [...new Map(entries.map((entry) => [entry.key, entry])).values()];
  const keys = last.map(({ key }) => key);
  const texts = last.map(({ value }) => value as string);
  const expiries = last.map(({ expires }) =>
    expires === undefined ? null : new Date(expires).toISOString(),
  );
  await db.query(WRITE, [space(store), keys, texts, expiries]);
}

async function remove(db: Queries, store: Store, keys: string[]): Promise<Set<string>> {
  const rows = await db.query<{ key: string }>(REMOVE, [space(store), keys]);
  return new Set(rows.map(({ key }) => key));
}

const PAGE = 100;

async function* iterate(db: Queries, store: Store): AsyncGenerator<Raw[], void> {
  for (let after = ''; ; ) {
    const rows = await db.query<{ key: string; value: string }>(NEXT, [
      space(store),
      after,
      new Date(),
      PAGE,
    ]);
    for (const { key, value } of rows) yield [key, value];
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.key;
  }
}

const READ = `
  SELECT key, value FROM kv
  WHERE namespace = $1 AND key = ANY($2::text[]) AND (expires_at IS NULL OR expires_at > $3)`;

const WRITE = `
  INSERT INTO kv (namespace, key, value, expires_at)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::timestamptz[])
  ON CONFLICT (namespace, key) DO UPDATE SET value = EXCLUDED.value, expires_at = EXCLUDED.expires_at`;

const REMOVE = 'DELETE FROM kv WHERE namespace = $1 AND key = ANY($2::text[]) RETURNING key';

const TAKE = `
  DELETE FROM kv WHERE namespace = $1 AND key = $2
  RETURNING value, (expires_at IS NULL OR expires_at > $3) AS fresh`;

const KEYS = `
  SELECT key FROM kv WHERE namespace = $1 AND (expires_at IS NULL OR expires_at > $2) ORDER BY key`;

const REPLACE = `
  UPDATE kv SET value = $4, expires_at = NULL WHERE namespace = $1 AND key = $2 AND value = $3 RETURNING 1`;

const NEXT = `
  SELECT key, value FROM kv
  WHERE namespace = $1 AND key > $2 AND (expires_at IS NULL OR expires_at > $3)
  ORDER BY key LIMIT $4`;
