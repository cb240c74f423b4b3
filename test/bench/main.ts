import { benchFairness } from './fairness.ts';
import { type Figure, report } from './figures.ts';
import { benchFollowing } from './follow-many.ts';
import { benchLargeConversations } from './large-conversations.ts';
import { benchLeases } from './leases.ts';
import { benchStreaming } from './stream-export.ts';

const benches: Record<string, () => Promise<Figure[]>> = {
  streaming: benchStreaming,
  following: benchFollowing,
  leases: benchLeases,
  conversations: benchLargeConversations,
  fairness: benchFairness,
};

/**
 * `npm run bench [-- NAME…]`: each figure beside its baseline of the same run, as a table and as JSON; exit 1 where a limit is
 * broken.
 */
const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
const figures: Figure[] = [];
for (const [name, bench] of Object.entries(benches))
  if (named.length === 0 || named.includes(name)) figures.push(...(await bench()));
process.exit(report(figures) ? 0 : 1);
