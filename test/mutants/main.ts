import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { outdatedMutants, root } from './check.ts';
import { type Mutant, mutants } from './mutants.ts';

/**
 * Breaks each promise on purpose, one at a time, and runs the tests that must notice. `npm run mutants` tries all mutants in copies of the
 * tree. `npm run mutants -- outbox 'posted twice'` tries those with one of these texts in the name or file. `--workers 2` tries two at once.
 * `--check` only checks that all edits fit.
 */

/** Parts of the tree that tests read; node_modules is a link. */
const COPIED =
  'src test sandbox manifest.yml package.json package-lock.json tsconfig.json vitest.config.ts README.md .env.example'.split(
    ' ',
  );
/** Milliseconds. Tests that take longer count as failed. */
const LONGEST_MS = 6 * 60_000;

type Result = { kind: 'passed' } | { kind: 'failed'; test: string } | { kind: 'broken'; why: string };

interface Report {
  testResults: { message: string; assertionResults: { status: string; fullName: string }[] }[];
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, workers: { type: 'string' } },
});
const isWanted = ({ name, file }: Mutant) =>
  positionals.length === 0 || positionals.some((text) => `${file} ${name}`.includes(text));
const chosen = mutants.filter(isWanted);
const faults = outdatedMutants();
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log(`${mutants.length} mutants, and all edits fit.`);
if (values.check) process.exit(0);
if (chosen.length === 0) throw new Error(`No mutant matches ${positionals.join(', ')}.`);

/** Test files that have passed without a mutant: only then does a failure with one prove anything. */
const passing = new Map<string, Promise<boolean>>();
const survivors: string[] = [];
const waiting = [...chosen];
await Promise.all(Array.from({ length: Math.min(Number(values.workers ?? 1), chosen.length) }, tryMutants));
console.log(`\n${chosen.length - survivors.length} of ${chosen.length} mutants were noticed.`);
for (const name of survivors) console.log(`  not noticed: ${name}`);
process.exit(survivors.length > 0 ? 1 : 0);

/** Tries the waiting mutants in a copy of the tree until none is left. */
async function tryMutants(): Promise<void> {
  const copy = copyTree();
  try {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const began = Date.now();
      const result = await tryMutant(mutant, copy);
      if (result.kind !== 'failed') survivors.push(mutant.name);
      console.log(
        `${mutant.name} (${mutant.file}): ${describe(result)}, ${Math.round((Date.now() - began) / 1000)} s`,
      );
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function tryMutant(mutant: Mutant, copy: string): Promise<Result> {
  for (const test of mutant.tests)
    if (!(await passesWithout(test, copy)))
      return { kind: 'broken', why: `${test} fails without the mutant` };
  const path = join(copy, mutant.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, source.split(mutant.find).join(mutant.replace));
  try {
    return await runTests(mutant.tests, copy);
  } finally {
    writeFileSync(path, source);
  }
}

/** Returns whether the test file passes without a mutant, at the second try if the machine is busy. */
function passesWithout(test: string, copy: string): Promise<boolean> {
  const known = passing.get(test);
  if (known) return known;
  const isPassed = async () => (await runTests([test], copy)).kind === 'passed';
  const run = (async () => (await isPassed()) || (await isPassed()))();
  passing.set(test, run);
  return run;
}

function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'deckhand-mutant-'));
  const filter = (path: string) => !path.includes('node_modules');
  for (const part of COPIED) cpSync(join(root, part), join(copy, part), { recursive: true, filter });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Runs test files until the first failure. */
async function runTests(tests: string[], copy: string): Promise<Result> {
  const reportFile = join(copy, 'report.json');
  rmSync(reportFile, { force: true });
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['--bail=1', '--maxWorkers=1', '--reporter=json', `--outputFile=${reportFile}`];
  const child = spawn(process.execPath, [vitest, 'run', ...options, ...tests], {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
  });
  const stop = () => child.pid && process.kill(-child.pid, 'SIGKILL');
  const timer = setTimeout(stop, LONGEST_MS);
  process.once('exit', stop);
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on('exit', (...ended) => resolve(ended)),
  );
  process.off('exit', stop);
  clearTimeout(timer);
  if (signal === 'SIGKILL') return { kind: 'failed', test: 'a test that did not end' };
  if (code === 0) return { kind: 'passed' };
  return failureIn(JSON.parse(readFileSync(reportFile, 'utf8')) as Report);
}

function failureIn({ testResults }: Report): Result {
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  if (failed) return { kind: 'failed', test: failed.fullName };
  const why = testResults.find(({ message }) => message)?.message.split('\n')[0] ?? 'a process ended';
  // A file that cannot be loaded would notice any edit.
  const isBroken = /SyntaxError|Transform failed|Cannot find|is not defined/.test(why);
  return isBroken ? { kind: 'broken', why } : { kind: 'failed', test: why };
}

function describe(result: Result): string {
  if (result.kind === 'failed') return `noticed by “${result.test}”`;
  return result.kind === 'passed' ? 'NOT NOTICED' : `CANNOT BE TRIED: ${result.why}`;
}
