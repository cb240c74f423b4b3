import type { Ask } from '../../src/asks/schema.ts';
import type { Database } from '../../src/storage/database.ts';
import { openRow } from '../../src/storage/sealed-columns.ts';

/** All generations with what was asked for, without its prompt; tests that look into the table read them here. */
export async function openedGenerations(db: Database) {
  const rows = await db.query<{ id: string; team: string; key: string; ask: string }>(
    'select id, team, key, ask from generations',
  );
  return rows.map(({ id, team, key, ask }) => ({
    ...{ id, key },
    ask: (openRow(db, 'generations', { team, id, ask }).ask ?? null) as Ask | null,
  }));
}
