import { createCipher } from '../../src/storage/cipher.ts';
import type { Database } from '../../src/storage/database.ts';
import { testKey } from './test-key.ts';

/** Every row of every table, the queue's among them. */
export async function dump(db: Database): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const rows: unknown[] = [];
  for (const { name } of tables) rows.push(name, await db.query(`select to_jsonb(t) as row from ${name} t`));
  return JSON.stringify(rows);
}

const cipher = createCipher([testKey(7)]);
const SECRET_NAMES = ['accessToken', 'refreshToken', 'secret', 'token', 'verifier', 'apiKey'];

/** Opens all that is sealed in the database. @returns every value that is a secret by its name */
export async function sealedSecrets(db: Database): Promise<Map<string, string>> {
  const rows = await db.query<{ namespace: string; key: string; value: string }>(
    'select namespace, key, value from kv',
  );
  const found = new Map<string, string>();
  for (const { namespace, key, value } of rows) {
    const kept = JSON.parse(value).value;
    if (typeof kept !== 'string' || !kept.startsWith('v1.')) continue;
    JSON.parse(cipher.open(kept, `${namespace}:${key}`), (name, inner) => {
      if (SECRET_NAMES.includes(name) && typeof inner === 'string')
        found.set(`${namespace} ${name} ${key}`, inner);
      return inner;
    });
  }
  return found;
}
