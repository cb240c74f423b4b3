import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { faultsOfEdits } from './edits.ts';
import { mutants } from './mutants.ts';
import { areGreen, runMutants } from './run.ts';

/**
 * Breaks the promises on purpose, one at a time, and sees whether the tests notice. `npm run mutants` tries all of them in
 * copies of the tree; `npm run mutants -- outbox 'card twice'` those with such words in their names or files, `--workers 2`
 * so many at once, `--trust` takes it for granted that the tests are green without any, `--check` says only whether all
 * edits still fit.
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, trust: { type: 'boolean' }, workers: { type: 'string' } },
});
const isWanted = ({ name, file }: { name: string; file: string }) =>
  positionals.length === 0 || positionals.some((words) => `${file} ${name}`.includes(words));
const chosen = mutants.filter(isWanted);

const faults = faultsOfEdits(mutants);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log(`${mutants.length} mutants, and all edits fit.`);
if (values.check) process.exit(0);

if (chosen.length === 0) {
  console.error(`No mutant is called ${positionals.join(', or ')}.`);
  process.exit(1);
}
const workers = Number(values.workers ?? Math.max(1, Math.ceil(availableParallelism() / 2)));
if (!values.trust) await areGreen(chosen, workers);
const survivors = await runMutants(chosen, workers);
console.log(`\n${chosen.length - survivors.length} of ${chosen.length} mutants were noticed.`);
for (const name of survivors) console.log(`  survived: ${name}`);
process.exit(survivors.length > 0 ? 1 : 0);
