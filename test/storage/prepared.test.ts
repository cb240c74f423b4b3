import { afterAll, expect, it } from 'vitest';
import { serverUrl, testDatabase } from '../support/database.ts';

/** The embedded database alone keeps statements prepared: there, parsing and planning is this process's time. */
const itEmbedded = it.skipIf(serverUrl);

const db = await testDatabase();
afterAll(() => db.close());

interface Prepared {
  name: string;
  runs: number;
}

const preparedLike = (sql: string) =>
  db.query<Prepared>(
    'SELECT name, generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE statement LIKE $1',
    [sql],
  );

itEmbedded('a statement that comes again is neither parsed nor planned again', async () => {
  const sql = 'SELECT $1::int AS again';
  for (const n of [1, 2, 3]) expect(await db.query(sql, [n])).toEqual([{ again: n }]);
  await db.transaction(async (tx) => expect(await tx.query(sql, [4])).toEqual([{ again: 4 }]));
  expect(await preparedLike(sql)).toMatchObject([{ runs: 4 }]);
});

itEmbedded('a statement that comes often is planned anew now and then, since tables grow', async () => {
  const sql = 'SELECT $1::int AS often';
  await db.query(sql, [0]);
  const [first] = await preparedLike(sql);
  for (let n = 1; n < 201; n += 1) await db.query(sql, [n]);
  const [second, ...more] = await preparedLike(sql);
  expect(second?.name).not.toBe(first?.name);
  expect([second?.runs, more]).toEqual([1, []]);
});

itEmbedded('no more than a hundred statements are kept', async () => {
  for (let n = 0; n < 150; n += 1) await db.query(`SELECT $1::int AS kept_${n}`, [n]);
  // The one that is dropped for this look is closed with the next.
  expect((await preparedLike('%AS kept_%')).length).toBeLessThanOrEqual(101);
});

itEmbedded('what a script has changed of a table is seen by statements that ran before', async () => {
  const look = () => db.query('SELECT * FROM changing WHERE id = $1', [1]);
  await db.transaction((tx) => tx.script('CREATE TABLE changing (id int); INSERT INTO changing VALUES (1)'));
  expect(await look()).toEqual([{ id: 1 }]);
  await db.transaction((tx) => tx.script("ALTER TABLE changing ADD COLUMN word text DEFAULT 'new'"));
  expect(await look()).toEqual([{ id: 1, word: 'new' }]);
  await db.executor.executeSql('ALTER TABLE changing DROP COLUMN word');
  expect(await look()).toEqual([{ id: 1 }]);
  await db.executor.executeSql('DROP TABLE changing');
});

itEmbedded('a statement that is refused leaves those after it as they were', async () => {
  const half = (of: number) => db.query('SELECT 10 / $1::int AS half', [of]);
  expect(await half(2)).toEqual([{ half: 5 }]);
  await expect(half(0)).rejects.toMatchObject({ code: '22012' });
  expect(await half(5)).toEqual([{ half: 2 }]);
  const undone = db.transaction((tx) => tx.query('SELECT 10 / $1::int AS half', [0]));
  await expect(undone).rejects.toMatchObject({ code: '22012' });
  expect(await half(1)).toEqual([{ half: 10 }]);
});
