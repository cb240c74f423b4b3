import { oddRequests } from './odd-requests.ts';
import { yearOfDigests } from './year-of-digests.ts';

/**
 * Long runs with faults. `npm run chaos` does all of them, `npm run chaos -- digests 730` one, and twice as long:
 * for `requests` in seconds, for `digests` in days of its own clock.
 */

const runs: Record<string, { usual: number; run(amount: number): Promise<string> }> = {
  requests: { usual: 60, run: oddRequests },
  digests: { usual: 365, run: yearOfDigests },
};

process.on('unhandledRejection', (error) => {
  console.error('A promise was rejected and nobody looked:', error);
  process.exit(1);
});

const [name, amount] = process.argv.slice(2);
const chosen = name ? [name] : Object.keys(runs);
for (const each of chosen) {
  const { usual, run } = runs[each] ?? {};
  const much = Number(amount ?? usual);
  if (!run || !(much > 0)) {
    console.error(`Which, and how much? npm run chaos -- ${Object.keys(runs).join('|')} 60`);
    process.exit(1);
  }
  console.log(await run(much));
}
process.exit(0);
