import { isDeepStrictEqual } from 'node:util';
import { type GeneratedAlways, sql } from 'kysely';
import { LostKeyError } from './cipher.ts';
import type { Queries, SealingQueries } from './database.ts';
import { tablesOf } from './tables.ts';

/** Stores values by key, in one namespace of the table `kv`. */
export interface Store<V> {
  /** @throws CipherError if the value is encrypted and cannot be decrypted */
  get(key: string): Promise<V | undefined>;
  /** Gets several values, in the order of the keys, with one statement. */
  getMany(keys: string[]): Promise<(V | undefined)[]>;
  has(key: string): Promise<boolean>;
  set(key: string, value: V, ttlMs?: number): Promise<void>;
  /** Replaces `expected` by `value` and keeps the expiry. Returns false if another value or no value is stored. */
  replace(key: string, expected: V, value: V): Promise<boolean>;
  /** Deletes a value. Returns false if there was none. */
  delete(key: string): Promise<boolean>;
  /** Gets and deletes a value in one step, so that only one of several callers gets the value. */
  take(key: string): Promise<V | undefined>;
  /**
   * Deletes the values under `prefix` that expire first, until the rest is within both limits of `most`. One value is always kept.
   * @param prefix begins with a team: `T0123/…`
   */
  keepNewest(prefix: string, most: { values: number; characters: number }): Promise<void>;
  /** Returns the keys that have a value, sorted. @param team if omitted, the keys of all teams are returned */
  keys(team?: string): Promise<string[]>;
}

/** Returns a store of JSON values. A team's keys begin with its id (`T0123` or `T0123/...`), so that they can be deleted with the team. */
export function createStore<V>(db: Queries, namespace: string): Store<V> {
  return storeOf<V>(db, namespace, { encode: (value) => value, decode: (stored) => stored as V });
}

interface SealedStoreOptions<V> {
  /** Returns what `get` returns if the encryption key of a value was lost. If this function is omitted, `get` throws. */
  withoutItsKey?: () => V | undefined;
}

/** Returns a store of encrypted secrets and texts. Values are not checked with a schema, because only Deckhand can encrypt values. */
export function createSealedStore<V>(
  db: SealingQueries,
  namespace: string,
  { withoutItsKey }: SealedStoreOptions<NoInfer<V>> = {},
): Store<V> {
  const contextOf = (key: string) => `${namespace}:${key}`;
  return storeOf<V>(db, namespace, {
    encode: (value, key) => db.cipher.seal(JSON.stringify(value), contextOf(key)),
    decode(sealed, key) {
      try {
        return JSON.parse(db.cipher.open(String(sealed), contextOf(key)));
      } catch (error) {
        if (withoutItsKey && error instanceof LostKeyError) return withoutItsKey();
        throw error;
      }
    },
  });
}

interface KvTables {
  kv: {
    namespace: string;
    key: string;
    /** Generated column: the part of `key` before the first slash. */
    team: GeneratedAlways<string>;
    /** JSON: `{"value": …}`. */
    value: string;
    expiresAt: Date | null;
  };
}
const tables = tablesOf<KvTables>;

/** Returns the SQL condition for rows that have not expired. Expired rows stay in the table until maintenance deletes them. */
const isFresh = () =>
  sql<boolean>`(${sql.ref('expiresAt')} is null or ${sql.ref('expiresAt')} > ${new Date()})`;

interface Codec<V> {
  encode(value: V, key: string): unknown;
  decode(stored: unknown, key: string): V | undefined;
}

function storeOf<V>(db: Queries, namespace: string, { encode, decode }: Codec<V>): Store<V> {
  const write = (key: string, value: V) => JSON.stringify({ value: encode(value, key) });
  const read = (key: string, text: string | undefined) =>
    text === undefined ? undefined : decode(JSON.parse(text).value, key);
  const fresh = () => tables(db).selectFrom('kv').where('namespace', '=', namespace).where(isFresh());
  const deleting = (key: string) =>
    tables(db).deleteFrom('kv').where('namespace', '=', namespace).where('key', '=', key);

  async function textsOf(keys: string[]): Promise<Map<string, string>> {
    const rows = fresh().select(['key', 'value']).where('key', '=', sql<string>`any(${keys}::text[])`);
    return new Map((await rows.execute()).map(({ key, value }) => [key, value]));
  }

  /** Replaces a stored text. Returns false if the stored text is no longer `before`. */
  async function replaceText(key: string, before: string, after: string): Promise<boolean> {
    const changing = tables(db)
      .updateTable('kv')
      .set({ value: after })
      .where('namespace', '=', namespace)
      .where('key', '=', key)
      .where('value', '=', before);
    return (await changing.returning('key').execute()).length === 1;
  }

  return {
    get: async (key) => read(key, (await textsOf([key])).get(key)),
    async getMany(keys) {
      const texts = await textsOf(keys);
      return keys.map((key) => read(key, texts.get(key)));
    },
    has: async (key) => (await textsOf([key])).has(key),
    async set(key, value, ttlMs) {
      const expiresAt = ttlMs === undefined ? null : new Date(Date.now() + ttlMs);
      const written = { value: write(key, value), expiresAt };
      await tables(db)
        .insertInto('kv')
        .values({ namespace, key, ...written })
        .onConflict((conflict) => conflict.columns(['namespace', 'key']).doUpdateSet(written))
        .execute();
    },
    async replace(key, expected, value) {
      const after = write(key, value);
      for (;;) {
        const before = (await textsOf([key])).get(key);
        if (before === undefined || !isDeepStrictEqual(read(key, before), expected)) return false;
        // If the stored text has changed, try again, because it may contain the same value, encrypted with another key.
        if (await replaceText(key, before, after)) return true;
      }
    },
    delete: async (key) => (await deleting(key).returning('key').execute()).length === 1,
    async take(key) {
      const row = await deleting(key)
        .returning(['value', isFresh().as('fresh')])
        .executeTakeFirst();
      return row?.fresh ? read(key, row.value) : undefined;
    },
    async keepNewest(prefix, { values, characters }) {
      const [team = ''] = prefix.split('/');
      const newestFirst = sql`(order by expires_at desc, key rows unbounded preceding)`;
      const counted = tables(db)
        .selectFrom('kv')
        .select([
          'key',
          sql<number>`row_number() over ${newestFirst}`.as('place'),
          sql<number>`sum(length(value)) over ${newestFirst}`.as('characters'),
        ])
        .where('namespace', '=', namespace)
        .where('team', '=', team)
        .where(sql<boolean>`starts_with(key, ${prefix})`);
      const tooMany = tables(db)
        .selectFrom(counted.as('counted'))
        .select('key')
        .where(sql<boolean>`place > ${values} or (place > 1 and characters > ${characters})`);
      await tables(db)
        .deleteFrom('kv')
        .where('namespace', '=', namespace)
        .where('key', 'in', tooMany)
        .execute();
    },
    async keys(team) {
      const rows = fresh().select('key').orderBy('key');
      const found = await (team === undefined ? rows : rows.where('team', '=', team)).execute();
      return found.map(({ key }) => key);
    },
  };
}
