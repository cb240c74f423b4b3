import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutant, mutants } from './mutants.ts';

export const root = join(import.meta.dirname, '../..');

/** Returns a line for each mutant whose text no longer occurs exactly once in its file, or whose tests are gone. */
export function outdatedMutants(): string[] {
  const names = mutants.map(({ name }) => name);
  return [
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `“${name}”: two have this name`),
    ...mutants.flatMap((mutant) => faultsOf(mutant).map((fault) => `“${mutant.name}”: ${fault}`)),
  ];
}

function faultsOf({ file, find, replace, tests }: Mutant): string[] {
  const path = join(root, file);
  if (!existsSync(path)) return [`there is no ${file}`];
  const times = readFileSync(path, 'utf8').split(find).length - 1;
  return [
    ...(times === 1 ? [] : [`its text occurs ${times} times in ${file}`]),
    ...(find === replace ? ['it changes nothing'] : []),
    ...(tests.length === 0 ? ['it names no tests'] : []),
    ...tests.filter((test) => !existsSync(join(root, test))).map((test) => `there is no ${test}`),
  ];
}
