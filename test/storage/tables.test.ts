import { afterAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { StatementError } from '../../src/storage/drivers/statements.ts';
import { type ColumnsOf, namesIn, readRow, tablesOf } from '../../src/storage/tables.ts';
import { cleanDatabase } from '../support/clean-database.ts';

const parcel = z.object({
  id: z.number(),
  sentTo: z.string(),
  contents: z.object({ some_key: z.array(z.string()) }).optional(),
  sentAt: z.date().optional(),
});
interface Tables {
  parcels: ColumnsOf<typeof parcel>;
}

const db = await cleanDatabase();
const parcels = () => tablesOf<Tables>(db);

await db.query(
  'CREATE TABLE parcels (id integer PRIMARY KEY, sent_to text NOT NULL, contents jsonb, sent_at timestamptz)',
);
beforeEach(async () => void (await db.query('TRUNCATE parcels')));
afterAll(async () => {
  await db.query('DROP TABLE parcels');
  await db.close();
});

it('converts column names, JSON and times, but not the keys inside JSON', async () => {
  const sent = {
    id: 1,
    sentTo: 'Ana',
    contents: { some_key: ['"', 'a,b'] },
    sentAt: new Date(1_700_000_000_123),
  };
  const statements: string[] = [];
  const end = db.onStatement((sql) => statements.push(sql));
  const row = await parcels()
    .insertInto('parcels')
    .values(sent)
    .returning(namesIn(parcel))
    .executeTakeFirstOrThrow();
  end();
  expect(readRow(parcel, row)).toEqual(sent);
  expect(statements).toEqual([expect.stringContaining('"sent_to"')]);
});

it('reads null as undefined, writes undefined as null, and updates only the given columns', async () => {
  await parcels()
    .insertInto('parcels')
    .values({ id: 1, sentTo: 'Ana', contents: { some_key: [] } })
    .execute();
  await parcels().updateTable('parcels').set({ contents: null, sentTo: undefined }).execute();
  const row = await parcels().selectFrom('parcels').select(namesIn(parcel)).executeTakeFirstOrThrow();
  expect(row).toEqual({ id: 1, sentTo: 'Ana', contents: null, sentAt: null });
  expect(readRow(parcel, row)).toEqual({ id: 1, sentTo: 'Ana' });
});

it('refuses JSON that does not match the schema of its column', async () => {
  await db.query(`INSERT INTO parcels VALUES (1, 'Ana', '{"some_key": 5}')`);
  const row = await parcels().selectFrom('parcels').selectAll().executeTakeFirstOrThrow();
  expect(() => readRow(parcel, row)).toThrow(z.ZodError);
});

it('throws the errors of the database, and joins its transactions', async () => {
  const insert = (to: Parameters<typeof tablesOf>[0]) =>
    tablesOf<Tables>(to).insertInto('parcels').values({ id: 1, sentTo: 'Ana' }).execute();
  const undone = db.transaction(async (tx) => {
    await insert(tx);
    await insert(tx);
  });
  await expect(undone).rejects.toThrow(StatementError);
  expect(await parcels().selectFrom('parcels').select('id').execute()).toEqual([]);
});

it('refuses transactions of kysely, which would not be atomic', async () => {
  await expect(
    parcels()
      .transaction()
      .execute(async () => {}),
  ).rejects.toThrow('transaction');
});
