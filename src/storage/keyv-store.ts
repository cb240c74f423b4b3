import Keyv, { jsonSerializer, type KeyvStorageAdapter, keyvStorageCapability } from 'keyv';
import { type GeneratedAlways, sql } from 'kysely';
import type { Queries } from './database.ts';
import { tablesOf } from './tables.ts';

/**
 * A Keyv over the table `kv`. Keys of a team begin with it (`T0123` or `T0123/...`), so that its rows can be found
 * when it leaves. Errors of the database are thrown.
 *
 * @param db a database, or a transaction to write within one.
 */
export function createStore(db: Queries, namespace: string): Keyv {
  return new Keyv({ store: createKeyvStore(db, namespace) });
}

/** The columns of `kv`. */
interface KvTables {
  kv: {
    namespace: string;
    /** Keys of a team begin with it: `T0123` or `T0123/...`. */
    key: string;
    /** Made from the key. */
    team: GeneratedAlways<string>;
    /** As keyv writes it: `{"value": …}`. */
    value: string;
    expiresAt: Date | null;
  };
}
const tables = tablesOf<KvTables>;

/** Rows that have not expired; one that has stays until maintenance deletes it. */
const isFresh = () =>
  sql<boolean>`(${sql.ref('expiresAt')} is null or ${sql.ref('expiresAt')} > ${new Date()})`;
const freshRows = (db: Queries, namespace: string) =>
  tables(db).selectFrom('kv').where('namespace', '=', namespace).where(isFresh());
const oneOf = (keys: string[]) => sql<string>`any(${keys}::text[])`;

/**
 * Gets a value and deletes it in one step: of several callers one gets it. For what may be used once, like the
 * state of a sign-in.
 */
export async function takeValue<V>(db: Queries, namespace: string, key: string): Promise<V | undefined> {
  const row = await tables(db)
    .deleteFrom('kv')
    .where('namespace', '=', namespace)
    .where('key', '=', key)
    .returning(['value', isFresh().as('fresh')])
    .executeTakeFirst();
  return row?.fresh ? jsonSerializer.parse<{ value: V }>(row.value).value : undefined;
}

/**
 * Writes a value in place of the one that `isExpected` knows, in one step; false where there is another one, or none.
 * It expires when the other one would have.
 */
export async function replaceValue<V>(
  db: Queries,
  namespace: string,
  key: string,
  { isExpected, value }: { isExpected: (stored: V) => boolean; value: V },
): Promise<boolean> {
  for (;;) {
    const stored = (await values(db, namespace, [key])).get(key);
    if (stored === undefined || !isExpected(jsonSerializer.parse<{ value: V }>(stored).value)) return false;
    const changed = { value: jsonSerializer.stringify({ value }) };
    // Where the row has changed in between, it may still say the same: re-encrypted with another key.
    if (await replaceRow(db, { namespace, key, value: stored }, changed)) return true;
  }
}

/** Only where nobody has written something else meanwhile; false where somebody has. */
export async function replaceRow(
  db: Queries,
  { namespace, key, value }: { namespace: string; key: string; value: string },
  changed: { value: string },
): Promise<boolean> {
  const rows = await tables(db)
    .updateTable('kv')
    .set(changed)
    .where('namespace', '=', namespace)
    .where('key', '=', key)
    .where('value', '=', value)
    .returning('key')
    .execute();
  return rows.length === 1;
}

/** The keys that have a value, in order; all of them, or a team's. */
export async function keysOf(db: Queries, namespace: string, team?: string): Promise<string[]> {
  const rows = freshRows(db, namespace).select('key').orderBy('key');
  const found = await (team === undefined ? rows : rows.where('team', '=', team)).execute();
  return found.map(({ key }) => key);
}

/** Rows after the given one whose value may hold a sealed one, and all of the namespaces that are named. */
export function sealedRowsAfter(
  db: Queries,
  after: { namespace: string; key: string },
  { limit, allOf }: { limit: number; allOf: string[] },
) {
  return tables(db)
    .selectFrom('kv')
    .select(['namespace', 'key', 'value'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('namespace', 'key'), '>', tuple(after.namespace, after.key)),
    )
    .where(({ eb }) => eb.or([eb('value', 'like', '%"v1.%'), eb('namespace', '=', oneOf(allOf))]))
    .orderBy('namespace')
    .orderBy('key')
    .limit(limit)
    .execute();
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
  // Keyv may rename the namespace of its store.
  const space = () => store.namespace ?? '';
  const store: Store = {
    namespace,
    get capabilities() {
      return keyvStorageCapability(store);
    },
    async get(key) {
      return (await values(db, space(), [key])).get(key);
    },
    async getMany(keys) {
      const found = await values(db, space(), keys);
      return keys.map((key) => found.get(key));
    },
    async has(key) {
      return (await values(db, space(), [key])).has(key);
    },
    async hasMany(keys) {
      const found = await values(db, space(), keys);
      return keys.map((key) => found.has(key));
    },
    async set(key, value, expires) {
      await write(db, space(), [{ key, value, expires }]);
      return true;
    },
    async setMany(entries) {
      await write(db, space(), entries);
      return entries.map(() => true);
    },
    async delete(key) {
      return (await remove(db, space(), [key])).has(key);
    },
    async deleteMany(keys) {
      const removed = await remove(db, space(), keys);
      return keys.map((key) => removed.has(key));
    },
    async clear() {
      await tables(db).deleteFrom('kv').where('namespace', '=', space()).execute();
    },
    iterator: () => iterate(db, space()),
  };
  return store;
}

// biome-ignore lint/suspicious/noExplicitAny: Keyv's adapter chooses the type of what it gets back.
type Raw = any;
type Entry = { key: string; value: unknown; expires?: number };

async function values(db: Queries, namespace: string, keys: string[]): Promise<Map<string, string>> {
  const rows = await freshRows(db, namespace)
    .select(['key', 'value'])
    .where('key', '=', oneOf(keys))
    .execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
}

async function write(db: Queries, namespace: string, entries: Entry[]): Promise<void> {
  if (entries.length === 0) return;
  // One statement cannot write a row twice; the last entry of a key wins.
  const last = new Map(
    entries.map(({ key, value, expires }) => [
      key,
      { namespace, key, value: String(value), expiresAt: expires === undefined ? null : new Date(expires) },
    ]),
  );
  await tables(db)
    .insertInto('kv')
    .values([...last.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['namespace', 'key'])
        .doUpdateSet((eb) => ({ value: eb.ref('excluded.value'), expiresAt: eb.ref('excluded.expiresAt') })),
    )
    .execute();
}

async function remove(db: Queries, namespace: string, keys: string[]): Promise<Set<string>> {
  const rows = await tables(db)
    .deleteFrom('kv')
    .where('namespace', '=', namespace)
    .where('key', '=', oneOf(keys))
    .returning('key')
    .execute();
  return new Set(rows.map(({ key }) => key));
}

const PAGE = 100;

async function* iterate(db: Queries, namespace: string): AsyncGenerator<Raw[], void> {
  for (let after = ''; ; ) {
    const next = freshRows(db, namespace).select(['key', 'value']).where('key', '>', after);
    const rows = await next.orderBy('key').limit(PAGE).execute();
    for (const { key, value } of rows) yield [key, value];
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.key;
  }
}
