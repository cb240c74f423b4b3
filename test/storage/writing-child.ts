import { migrate } from '../../src/storage/migrate.ts';
import { openPlace } from '../support/database.ts';

/** Writes rows without end and prints each number once the database has acknowledged it. */
const [dataDir] = process.argv.slice(2) as [string];
const db = await openPlace({ dataDir });
await migrate(db);
const [row] = await db.query<{ most: number }>('SELECT count(*) AS most FROM seen');
for (let number = row?.most ?? 0; ; number++) {
  await db.query("INSERT INTO seen (team, key, expires_at) VALUES ('T1', $1, now())", [String(number)]);
  process.stdout.write(`${number}\n`);
}
