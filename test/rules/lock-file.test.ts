import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
    }),
  ),
});
type LockFile = z.output<typeof lockFile>;

/** Packages of the registry; what is beside them are the checkout's own workspaces. */
function fromRegistry({ packages }: LockFile) {
  return Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
}

/** Without it `npm ci` takes whatever the registry gives. */
function unchecked(lock: LockFile): string[] {
  return fromRegistry(lock).flatMap(([path, { integrity = '' }]) =>
    /^sha512-[\w+/]{86}==$/.test(integrity) ? [] : [path],
  );
}

const lock = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

test('each locked package is checked by its hash', () => {
  expect(fromRegistry(lock).length).toBeGreaterThan(100);
  expect(unchecked(lock)).toEqual([]);
});

test('the lock file names no registry', () => {
  const named = fromRegistry(lock).filter(([, { resolved }]) => resolved !== undefined);
  expect(named.map(([path]) => path)).toEqual([]);
});

test.each([{}, { integrity: '' }, { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }])(
  'a package with %j is found',
  (entry) => expect(unchecked({ packages: { 'node_modules/x': entry } })).toEqual(['node_modules/x']),
);
