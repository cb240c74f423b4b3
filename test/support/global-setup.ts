import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPage } from '../../sandbox/slack/page/build.ts';
import { findBrowser, NO_BROWSER } from '../../sandbox/test/browser.ts';

/** What runs leave for the next one. */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/deckhand');

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  mkdirSync(CACHE, { recursive: true });
  await givePage();
  await giveBrowser();
  const takeFolder = giveTemporaryFolder();
  const readHits = noteRoutes(project);
  return async () => {
    await readHits();
    takeFolder();
  };
}

/** The journeys that docs/coverage.md names as proofs must have driven the routes that they are named for. */
function noteRoutes(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'route-hits-'));
  process.env.ROUTE_HITS = folder;
  return async () => {
    // What failed, or was left out by its name, may have been the way there.
    const whole = project.config.testNamePattern ? [] : project.vitest.state.getFiles();
    const ran = whole.filter(({ result }) => result?.state === 'pass').map(({ filepath }) => filepath);
    const [{ notDriven }, { places }, { serviceRoutes }] = await Promise.all([
      import('./hits.ts'),
      import('../journeys/coverage-table.ts'),
      import('../../src/service/routes/routes.ts'),
    ]);
    const names = Object.keys(places) as (keyof typeof places)[];
    const table = names.map((name) => ({ route: serviceRoutes[name], ...places[name] }));
    const missing = notDriven(table, folder, ran);
    rmSync(folder, { recursive: true, force: true });
    if (missing.length === 0) return;
    console.error(`docs/coverage.md names journeys that do not drive their routes: ${missing.join('; ')}`);
    process.exitCode = 1;
  };
}

/** The sandbox's page, for all files that test it: building it takes a second, and seeing that nothing has changed no time. */
async function givePage(): Promise<void> {
  // It is of packages, too.
  const packages = readFileSync(join(import.meta.dirname, '../../package-lock.json'));
  const hash = createHash('sha256').update(packages).digest('hex').slice(0, 16);
  process.env.PAGE_DIR = join(CACHE, `page-${hash}`);
  await buildPage(process.env.PAGE_DIR);
}

/** Tells the tests whether there is a browser, and the user if there is none. */
async function giveBrowser(): Promise<void> {
  const found = await findBrowser();
  if (found) process.env.TEST_BROWSER = found.path;
  else console.warn(NO_BROWSER);
}

/**
 * Gives the run a temporary folder of its own, which is gone after it. What a test leaves in it fails the run.
 */
function giveTemporaryFolder(): () => void {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-tests-'));
  process.env.TMPDIR = folder;
  return () => {
    // The browser's own lock, which it leaves where it is closed quickly.
    const left = readdirSync(folder).filter((name) => !name.startsWith('.org.chromium.'));
    rmSync(folder, { recursive: true, force: true });
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    if (left.length === 0) return;
    console.error(`Tests left these in the temporary folder: ${left.join(', ')}`);
    process.exitCode = 1;
  };
}
