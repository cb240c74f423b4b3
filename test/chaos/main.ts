import { parseArgs } from 'node:util';
import { everythingAtOnce } from './all/report.ts';
import { oddRequests } from './odd-requests.ts';
import { yearOfDigests } from './year-of-digests.ts';

/**
 * Long runs with faults. `npm run chaos` does all of them, `npm run chaos -- digests 730` one, and twice as long:
 * for `requests` in seconds, for `digests` in days of its own clock. `npm run chaos -- all --asks 1000 --kills 200` has
 * so many asks made while everything goes wrong at once; `--seed` repeats a plan, `--on` names one database.
 */

const runs: Record<string, { usual: number; run(amount: number): Promise<string> }> = {
  requests: { usual: 60, run: oddRequests },
  digests: { usual: 365, run: yearOfDigests },
  all: { usual: 60, run: all },
};

process.on('unhandledRejection', (error) => {
  console.error('A promise was rejected and nobody looked:', error);
  process.exit(1);
});

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    asks: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string' },
    on: { type: 'string' },
  },
});
const [name, amount] = positionals;
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
process.exit();

/** A kill for five asks, unless told. */
async function all(amount: number): Promise<string> {
  const asks = Number(values.asks ?? amount);
  const { isGood, text } = await everythingAtOnce({
    asks,
    kills: Number(values.kills ?? Math.ceil(asks / 5)),
    seed: Number(values.seed ?? Math.floor(Math.random() * 2 ** 31)),
    on: values.on,
  });
  if (!isGood) process.exitCode = 1;
  return text;
}
