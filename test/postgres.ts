import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** `npm run test:postgres`: everything that touches the database, against the server of DATABASE_URL. */
const folders = [
  'test/storage',
  'test/jobs',
  'test/connections',
  'test/generations',
  'test/digests',
  'test/journeys',
  'test/contracts',
  'test/documents',
  'test/settings',
  'test/commands',
].filter((folder) => existsSync(folder));

if (!process.env.DATABASE_URL) {
  console.error(
    'Set DATABASE_URL to a PostgreSQL server where databases may be created, for instance ' +
      'postgres://postgres@127.0.0.1:5432/postgres, and run this again.',
  );
  process.exit(1);
}

const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...folders], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
