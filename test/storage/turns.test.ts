import { expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';

/** Enough statements to take seconds on any machine. */
const MOST = 20_000;

test('statements without a pause do not block the event loop', async () => {
  const db = await testDatabase();
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 1);
  let asked = 0;
  async function askOn(): Promise<void> {
    while (turns < 5 && asked < MOST) {
      asked += 1;
      await db.query('select count(*) from pg_class');
    }
  }
  await Promise.all(Array.from({ length: 100 }, askOn));
  clearInterval(others);
  expect(turns).toBeGreaterThanOrEqual(5);
  expect(asked).toBeLessThan(MOST);
  await db.close();
});
