import { parseArgs } from 'node:util';
import { type Bench, type Figure, report } from './figures.ts';

/** Each is loaded when it is its turn, so that none weighs on another. */
const benches: Record<string, () => Promise<{ bench: Bench }>> = {
  ack: () => import('./ack.ts'),
  ask: () => import('./ask.ts'),
  delivery: () => import('./delivery.ts'),
  record: () => import('./record.ts'),
  start: () => import('./start.ts'),
  memory: () => import('./memory.ts'),
  streaming: () => import('./stream-export.ts'),
  following: () => import('./follow-many.ts'),
  leases: () => import('./leases.ts'),
  conversations: () => import('./large-conversations.ts'),
  fairness: () => import('./fairness.ts'),
  growth: () => import('./growth.ts'),
};

/**
 * `npm run bench [-- NAME…]`: each figure beside its baseline of the same run, as a table and as JSON; exit 1 where a target is
 * missed. `--short` runs those that have a short form, and fails on ratios alone.
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
