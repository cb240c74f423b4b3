import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { mutated, root } from './edits.ts';
import type { Mutant } from './mutant.ts';

/** Parts of the tree that tests need; the modules are linked. */
const COPIED = [
  'src',
  'test',
  'sandbox',
  'manifest.yml',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'README.md',
  '.env.example',
  'package-lock.json',
];
/** Milliseconds. Tests that hang have noticed something, too. */
const LONGEST_MS = 6 * 60_000;

type Verdict = { kind: 'red'; test: string } | { kind: 'green' } | { kind: 'unusable'; why: string };

/** Tries each mutant in a copy of the tree, several at once. @returns the names of those that nobody noticed */
export async function runMutants(mutants: Mutant[], workers: number): Promise<string[]> {
  const survivors: string[] = [];
  const waiting = [...mutants];
  let done = 0;

  async function work(): Promise<void> {
    const copy = copyTree();
    try {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const began = Date.now();
        const verdict = await tryOut(mutant, copy);
        done += 1;
        if (verdict.kind !== 'red') survivors.push(mutant.name);
        const seconds = Math.round((Date.now() - began) / 1000);
        console.log(
          `${done}/${mutants.length} ${said(verdict)} (${seconds} s)\n    ${mutant.file}: ${mutant.name}`,
        );
      }
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  }

  await Promise.all(Array.from({ length: Math.min(workers, mutants.length) }, work));
  return survivors;
}

/** Red tests prove something only where they are green without a mutant; on a busy machine, at the second try. */
export async function areGreen(mutants: Mutant[], workers: number): Promise<void> {
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
  console.log(`First ${tests.length} test files without a mutant…`);
  const copy = copyTree();
  try {
    if ((await runTests(tests, copy, { workers, toTheEnd: true })).kind === 'green') return;
    for (const test of redFiles(copy)) {
      console.log(`Again: ${test}`);
      const verdict = await runTests([test], copy);
      if (verdict.kind !== 'green') throw new Error(`${test} is not green to begin with: ${said(verdict)}`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function redFiles(copy: string): string[] {
  const { testResults } = readReport(copy);
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(copy, name));
}

function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'deckhand-mutant-'));
  for (const part of COPIED) {
    const filter = (path: string) => !path.includes('node_modules');
    cpSync(join(root, part), join(copy, part), { recursive: true, filter });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

async function tryOut(mutant: Mutant, copy: string): Promise<Verdict> {
  const path = join(copy, mutant.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, mutated(source, mutant));
  try {
    return await runTests(mutant.tests, copy);
  } finally {
    writeFileSync(path, source);
  }
}

interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

const reportOf = (copy: string) => join(copy, 'report.json');
const readReport = (copy: string) => JSON.parse(readFileSync(reportOf(copy), 'utf8')) as Report;

/** Ends at the first red test, unless told to go on to the end. */
async function runTests(
  tests: string[],
  copy: string,
  { workers = 1, toTheEnd = false } = {},
): Promise<Verdict> {
  const reportFile = reportOf(copy);
  rmSync(reportFile, { force: true });
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = [
    `--bail=${toTheEnd ? 0 : 1}`,
    `--maxWorkers=${workers}`,
    '--reporter=json',
    `--outputFile=${reportFile}`,
  ];
  const child = spawn(process.execPath, [vitest, 'run', ...options, ...tests], {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
  });
  let isLate = false;
  const stop = () => child.pid && process.kill(-child.pid, 'SIGKILL');
  const timer = setTimeout(
    () => {
      isLate = true;
      stop();
    },
    toTheEnd ? 5 * LONGEST_MS : LONGEST_MS,
  );
  process.once('exit', stop);
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  process.off('exit', stop);
  clearTimeout(timer);
  if (isLate) return { kind: 'red', test: 'none came to an end' };
  if (code === 0) return { kind: 'green' };
  return verdictOf(readReport(copy));
}

function verdictOf({ testResults }: Report): Verdict {
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed'),
  );
  if (failed[0]) return { kind: 'red', test: failed[0].fullName };
  const broken = testResults.find(({ message }) => message);
  // A file that cannot even be loaded notices every edit.
  if (broken && /SyntaxError|Transform failed|Cannot find|is not defined/.test(broken.message))
    return { kind: 'unusable', why: broken.message.split('\n')[0] ?? '' };
  return {
    kind: 'red',
    test: broken ? `${broken.name}: ${broken.message.split('\n')[0]}` : 'a process died',
  };
}

function said(verdict: Verdict): string {
  if (verdict.kind === 'red') return `noticed by “${verdict.test}”`;
  return verdict.kind === 'green' ? 'SURVIVED' : `DOES NOT RUN: ${verdict.why}`;
}
