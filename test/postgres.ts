import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/**
 * `npm run test:postgres`: runs the tests that use a database on the server of DATABASE_URL. These are the test files that import
 * test/support/database.ts, directly or not; all others do the same without a server.
 */
const DATABASE = 'test/support/database.ts';

const texts = new Map(globSync('test/**/*.ts').map((path) => [path, readFileSync(path, 'utf8')]));

function usesDatabase(file: string): boolean {
  const reached = new Set([file]);
  for (const path of reached) {
    for (const [, relative = ''] of (texts.get(path) ?? '').matchAll(/\bfrom '(\.[^']+)'/g))
      reached.add(posix.join(posix.dirname(path), relative));
  }
  return reached.has(DATABASE);
}

if (!process.env.DATABASE_URL) {
  console.error(
    'Set DATABASE_URL to a PostgreSQL server on which the role may create databases, for example ' +
      'postgres://postgres@127.0.0.1:5432/postgres, and run this again.',
  );
  process.exit(1);
}

const files = [...texts.keys()].filter((path) => path.endsWith('.test.ts') && usesDatabase(path));
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
