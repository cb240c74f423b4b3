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

const notesOf = (version: string, repository = '') =>
  execFileSync('bash', [join('.ci', 'release-notes'), version], {
    encoding: 'utf8',
    env: { ...process.env, GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: repository },
    stdio: ['ignore', 'pipe', 'ignore'],
  });

test('a release’s notes are its section of the changelog, and one that has none is not released', () => {
  const notes = notesOf('Unreleased');
  expect(notes).toContain('### Upgrade notes');
  expect(notes).not.toMatch(/^## /m);
  expect(() => notesOf('99.0.0')).toThrow();
});

test('links of a release’s notes lead into the repository as it was then', () => {
  const links = (notes: string) => [...notes.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
  const [here, there] = [links(notesOf('Unreleased')), links(notesOf('Unreleased', 'north/wind'))];
  expect(here).toContain('docs/runbook.md#upgrading');
  expect(there).toContain('https://github.com/north/wind/blob/vUnreleased/docs/runbook.md#upgrading');
  expect(there.filter((link) => !link.startsWith('https://'))).toEqual([]);
  expect(there).toHaveLength(here.length);
});
