import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';

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

test('an image of both architectures is built with its provenance, and signed by its digest', () => {
  const release = readFileSync('.github/workflows/release.yml', 'utf8');
  for (const words of [
    'provenance: mode=max',
    'sbom: true',
    'architecture: arm64',
    'architecture: amd64',
    '.ci/audit --release',
  ])
    expect(release).toContain(words);
  expect(release).toMatch(/cosign sign --yes --recursive "\$\{TAG%:\*\}@\$digest"/);
  expect(Object.keys((parse(release) as { jobs: object }).jobs)).toEqual(['ci', 'bases', 'build', 'release']);
});

/** Runs .ci/audit with an npm that prints this and ends with this code. @returns its exit code, and what it said */
function audit(report: string, code: number, ...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-audit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho '${report}'\nexit ${code}\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync('bash', ['.ci/audit', ...options], { encoding: 'utf8', env });
  return { status, said: stdout + stderr };
}

test('a release fails if the registry cannot be asked for vulnerabilities, and a commit warns', () => {
  const silent = /nothing is known about vulnerabilities/;
  expect(audit('', 1)).toEqual({ status: 0, said: expect.stringMatching(silent) });
  expect(audit('', 1, '--release')).toEqual({ status: 1, said: expect.stringMatching(silent) });
  const report = '{"auditReportVersion": 2}';
  expect(audit(report, 0, '--release')).toMatchObject({ status: 0 });
  expect(audit(report, 1)).toMatchObject({ status: 1 });
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
