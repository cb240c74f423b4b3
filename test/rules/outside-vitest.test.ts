import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSources, type Source, wayTo } from './imports.ts';

/** Benches, long runs and mutants are run by node: vitest, imported outside its own runs, throws. */

const read = (pattern: string): Source[] =>
  globSync(pattern).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const sources = [...readSources(), ...read('test/**/*.ts')];
const run = sources.filter(
  ({ path }) => /^test\/(bench|chaos|mutants)\//.test(path) && !path.endsWith('.test.ts'),
);

test('what node runs by itself reaches no vitest', () => {
  expect(run.length).toBeGreaterThan(30);
  expect(
    run.map(({ path }) => wayTo('vitest', { from: path, sources })).filter((way) => way.length > 0),
  ).toEqual([]);
});

test('vitest is found behind other files, and a type of it is none', () => {
  const file = (path: string, text: string) => ({ path, text });
  const bench = file('test/bench/a.ts', "import { b } from '../support/b.ts';");
  const plant = (text: string) =>
    wayTo('vitest', { from: bench.path, sources: [bench, file('test/support/b.ts', text)] });
  expect(plant("import { expect } from 'vitest';")).toEqual([bench.path, 'test/support/b.ts']);
  expect(plant("import type { TestProject } from 'vitest';")).toEqual([]);
});
