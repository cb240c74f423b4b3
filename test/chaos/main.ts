import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { inOneProcess, onServer } from '../digests/year/deployments.ts';
import { seeded } from '../digests/year/seeded.ts';
import { simulate } from '../digests/year/simulate.ts';
import { sendOddRequests } from '../http/send-odd-requests.ts';
import { createTwoTeams } from '../journeys/two-teams.ts';
import { serverUrl } from '../support/database.ts';
import { everythingAtOnce } from './all/report.ts';
import { budget } from './budget.ts';

/** Long runs with faults. */

const USAGE = `npm run chaos                      all runs, each at its usual length
npm run chaos -- requests [60]     odd requests to every address, for so many seconds
npm run chaos -- digests [365]     digests over so many days of a simulated clock
npm run chaos -- budget [1000]     so many asks of one person with credits for 37, on PostgreSQL, while two processes are killed
npm run chaos -- all [60]          so many asks on PostgreSQL with two processes, while everything fails at once:
    --asks 1000    decks, changes, pictures, thorough documents and digests of three teams
    --kills 200    of the app's processes; clocks jump and the database crashes as well
    --seed N       repeats a plan; without it one is chosen and printed
npm run chaos -- help              this text

It exits with 1 if a promise was broken, or if nothing made progress any more.`;

const runs: Record<string, { usual: number; run(amount: number): Promise<string> }> = {
  requests: { usual: 60, run: oddRequests },
  digests: { usual: 365, run: yearOfDigests },
  budget: { usual: 1000, run: budget },
  all: { usual: 60, run: all },
};

process.on('unhandledRejection', (error) => {
  console.error('Unhandled rejection:', error);
  process.exit(1);
});
// Exit handlers stop what a run has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const { positionals, values } = parse();
const [name, amount] = positionals;
if (name === 'help' || values.help) end(0);
const chosen = name ? [name] : Object.keys(runs);
for (const each of chosen) {
  const { usual, run } = runs[each] ?? {};
  const much = Number(amount ?? usual);
  if (!run || !(much > 0)) end(1);
  else console.log(await run(much));
}
process.exit();

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        asks: { type: 'string' },
        kills: { type: 'string' },
        seed: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    console.error((error as Error).message);
    return end(1);
  }
}

function end(code: number): never {
  console.log(USAGE);
  process.exit(code);
}

/** One kill for every five asks unless --kills is given. */
async function all(amount: number): Promise<string> {
  const asks = Number(values.asks ?? amount);
  const plan = {
    asks,
    kills: Number(values.kills ?? Math.ceil(asks / 5)),
    seed: Number(values.seed ?? Math.floor(Math.random() * 2 ** 31)),
  };
  if (!Object.values(plan).every((each) => Number.isSafeInteger(each) && each >= 0)) end(1);
  const { isGood, text } = await everythingAtOnce(plan);
  if (!isGood) process.exitCode = 1;
  return text;
}

/** Throws odd requests at every address for so many seconds. @returns what to say of it */
async function oddRequests(seconds: number): Promise<string> {
  const harness = await createTwoTeams();
  const target = { url: harness.appUrl(), signingSecret: harness.env.SLACK_SIGNING_SECRET ?? '' };
  const { requests } = await sendOddRequests(target, { runs: Number.MAX_SAFE_INTEGER, ms: seconds * 1000 });
  await harness.close();
  return `${requests} odd requests in ${seconds} s: all answered in time, none with 500, and it still serves.`;
}

/**
 * Lets so many days pass for digests in six zones, while processes are killed: two of them on the PostgreSQL server of
 * DATABASE_URL, else two users of one PGlite database. @returns what to say of it
 */
async function yearOfDigests(days: number): Promise<string> {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`Digests for ${days} days, seed ${seed}`);
  const deployment = await (serverUrl ? onServer() : inOneProcess());
  const { due, started, gaps, kills } = await simulate(deployment, {
    start: new Date('2026-01-01T00:00:00Z'),
    days,
    kills: Math.ceil(days / 5),
    random: seeded(seed),
  });
  await deployment.close();
  assert.deepEqual(started, due, 'each due run is started exactly once');
  assert.deepEqual(gaps, [], 'each window begins where the last one ended');
  const where = serverUrl ? 'two processes on PostgreSQL' : 'two users of one PGlite database';
  return `${due.length} runs of digests in ${days} days, ${where}, killed ${kills} times: each started exactly once.`;
}
