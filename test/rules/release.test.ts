import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What is published, and by what. */

const workflows = globSync('.github/workflows/*.yml').map(
  (path) => [path, readFileSync(path, 'utf8')] as const,
);

test.each(workflows)('%s uses actions by their hash, with the version beside it', (_, text) => {
  const uses = [...text.matchAll(/uses: (\S+)(.*)/g)].filter(([, action]) => !action?.startsWith('./'));
  for (const [, action, version] of uses) {
    expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    expect(version).toMatch(/^ # v\d+\.\d+\.\d+$/);
  }
});

test('workflows may read and nothing else, but for the release', () => {
  expect(workflows.length).toBe(2);
  for (const [, text] of workflows) expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
});

const notesOf = (version: string) =>
  execFileSync('bash', [join('.ci', 'release-notes'), version], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

test('a release’s notes are its section of the changelog, and one that has none is not released', () => {
  const notes = notesOf('Unreleased');
  expect(notes).toContain('### Upgrade notes');
  expect(notes).not.toMatch(/^## /m);
  expect(() => notesOf('99.0.0')).toThrow();
});
