import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';

export const root = join(import.meta.dirname, '../..');

/** What has drifted: edits whose text is no longer there once, and tests that are gone. */
export function faultsOfEdits(mutants: Mutant[]): string[] {
  const names = Map.groupBy(mutants, ({ name }) => name);
  return [
    ...[...names].filter(([, same]) => same.length > 1).map(([name]) => `Two mutants are called “${name}”.`),
    ...mutants.flatMap(faultsOf),
  ];
}

function faultsOf({ name, file, from, to, tests }: Mutant): string[] {
  const path = join(root, file);
  if (!existsSync(path)) return [`“${name}”: there is no ${file}.`];
  const times = readFileSync(path, 'utf8').split(from).length - 1;
  const missing = tests.filter((test) => !existsSync(join(root, test)));
  return [
    ...(times === 1 ? [] : [`“${name}”: its text stands in ${file} ${times} times, not once.`]),
    ...(from === to ? [`“${name}” changes nothing.`] : []),
    ...(tests.length === 0 ? [`“${name}” names no tests.`] : []),
    ...missing.map((test) => `“${name}”: there is no ${test}.`),
  ];
}

/** The file with the edit in it. */
export function mutated(source: string, { from, to }: Mutant): string {
  return source.split(from).join(to);
}
