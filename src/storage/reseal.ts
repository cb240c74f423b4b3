import type { Cipher } from './cipher.ts';
import type { Queries } from './database.ts';

/** Rows taken at once. */
const BATCH = 200;

/**
 * Seals anew, with the first key, what was sealed with another: so that an old key can be taken out of
 * ENCRYPTION_KEYS after a while. What no key opens stays as it is.
 * @returns how many values were sealed anew
 */
export async function resealAll(db: Queries, cipher: Cipher): Promise<number> {
  let resealed = 0;
  for (let after = { namespace: '', key: '' }; ; ) {
    const rows = await db.query<Row>(NEXT, [after.namespace, after.key, BATCH]);
    for (const row of rows) if (await reseal(db, cipher, row)) resealed += 1;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return resealed;
    after = last;
  }
}

interface Row {
  namespace: string;
  key: string;
  /** As keyv writes it: `{"value": …}`. */
  value: string;
}

/** Only where nobody has written something else meanwhile. */
async function reseal(db: Queries, cipher: Cipher, { namespace, key, value }: Row): Promise<boolean> {
  const kept = JSON.parse(value) as { value?: unknown };
  if (typeof kept.value !== 'string' || !cipher.isOutdated(kept.value)) return false;
  const context = `${namespace}:${key}`;
  const anew = JSON.stringify({ ...kept, value: cipher.seal(cipher.open(kept.value, context), context) });
  const rows = await db.query(REPLACE, [namespace, key, value, anew]);
  return rows.length === 1;
}

const NEXT = `
  SELECT namespace, key, value FROM kv
  WHERE (namespace, key) > ($1, $2) AND value LIKE '%"v1.%'
  ORDER BY namespace, key LIMIT $3`;

const REPLACE = 'UPDATE kv SET value = $4 WHERE namespace = $1 AND key = $2 AND value = $3 RETURNING 1';
