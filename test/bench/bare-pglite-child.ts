import { PGlite } from '@electric-sql/pglite';

/** PGlite opens a folder, makes a database in it where there is none, and does nothing more. */
const pglite = await PGlite.create({ dataDir: process.env.FOLDER ?? '' });
await pglite.query('select 1');
console.log('ready');
process.on('SIGTERM', () => pglite.close().then(() => process.exit(0)));
setInterval(() => {}, 60_000);
