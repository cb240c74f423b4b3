import { expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';

test('a thousand statements at once leave Node its other work', async () => {
  const db = await testDatabase();
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 1);
  await Promise.all(Array.from({ length: 1_000 }, () => db.query('select count(*) from pg_class')));
  clearInterval(others);
  expect(turns).toBeGreaterThan(5);
  await db.close();
});
