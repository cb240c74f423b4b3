import { PGlite } from '@electric-sql/pglite';

/** `node --liftoff-only create-cluster.ts FOLDER`: an empty database in a folder that is not there yet (cluster.ts, Dockerfile). */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Say in which folder the database shall be.');
// Ends with whoever started it; from a shell, where there is no channel, nothing is heard.
process.on('disconnect', () => process.exit(1));
// As it is opened later (embedded.ts). initdb's own 128 MB would be there twice while it looks whether they fit: 40 MB more.
const pglite = await PGlite.create({ dataDir: folder, initDbStartParams: ['--set', 'shared_buffers=8MB'] });
await pglite.close();
process.exit(0);
