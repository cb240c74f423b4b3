import { parseArgs } from 'node:util';
import { type Bench, type Figure, report } from './figures.ts';

/** Each bench is imported only when it runs, so that none adds to the memory and start-up time of another. */
const benches: Record<string, () => Promise<{ bench: Bench }>> = {
  ack: () => import('./ack.ts'),
  ask: () => import('./ask.ts'),
  delivery: () => import('./delivery.ts'),
  start: () => import('./start.ts'),
  following: () => import('./follow-many.ts'),
  conversations: () => import('./large-conversations.ts'),
  fairness: () => import('./fairness.ts'),
};

/**
 * `npm run bench [-- NAME…]` prints each figure beside its baseline from the same run, as a table and as JSON, and exits with 1
 * if a target is missed. `--short` runs only the benches that have a short form, and fails only on ratios.
 */
const { values, positionals: named } = parseArgs({
  options: { short: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = named.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
const figures: Figure[] = [];
for (const [name, load] of Object.entries(benches)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const { bench } = await load();
  figures.push(...((await (values.short ? bench.short?.() : bench.full())) ?? []));
}
process.exit(report(figures, ({ of }) => !values.short || of === 'ratio') ? 0 : 1);
