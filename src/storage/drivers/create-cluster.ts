import { PGlite } from '@electric-sql/pglite';

/** `node --liftoff-only create-cluster.ts FOLDER`: an empty database in a folder that is not there yet (cluster.ts, Dockerfile). */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Say in which folder the database shall be.');
// Ends with whoever started it; from a shell, where there is no channel, nothing is heard.
process.on('disconnect', () => process.exit(1));
const pglite = await PGlite.create({ dataDir: folder });
await pglite.close();
process.exit(0);
