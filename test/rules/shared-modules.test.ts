import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Test files share a process, and with it the modules: what one does as it is imported happens for one test file alone. */
test('nothing that test files share sets up a test as it is imported', () => {
  const shared = globSync('{test,sandbox}/**/*.{ts,tsx}', { exclude: ['**/node_modules/**'] }).filter(
    (path) => !/\.test\.tsx?$|support\/setup\.ts$/.test(path),
  );
  const hooks = /^(beforeAll|beforeEach|afterAll|afterEach|allowErrors|onTestFinished)\(/m;
  expect(shared.length).toBeGreaterThan(100);
  expect(shared.filter((path) => hooks.test(readFileSync(path, 'utf8')))).toEqual([]);
});
