import { parseArgs } from 'node:util';
import { databaseNames, everythingAtOnce, replicas, serverNames } from './all/report.ts';
import { everyState } from './every-state.ts';
import { oddRequests } from './odd-requests.ts';
import { yearOfDigests } from './year-of-digests.ts';

/** Long runs with faults. */

const USAGE = `npm run chaos                      all runs, each at its usual length
npm run chaos -- requests [60]     odd requests at every address, for so many seconds
npm run chaos -- digests [365]     digests over so many days of their own clock
npm run chaos -- all [60]          so many asks while everything goes wrong at once:
    --asks 1000    decks, changes, pictures, thorough documents and digests of three teams
    --kills 200    of the app's processes; clocks jump and databases crash with them
    --seed N       repeats a plan; else one is chosen, and printed
    --on ${databaseNames.join('|')}   one database alone: embedded with one process, PostgreSQL with two
npm run chaos -- states [1]        the app killed in each state of each kind of work, so many times; --on as above
npm run chaos -- replicas [60]     so many asks on PostgreSQL while processes come, are told to end, and are killed:
    --changes 12   of processes; --seed N as above
    --on ${serverNames.join('|')}   a PgBouncer in transaction mode before the server of DATABASE_URL
    --beside DIR   every second process is of the version in that folder: an upgrade that rolls
npm run chaos -- help              this

It ends with 1 where a promise was broken, or where nothing moved any more.`;

const runs: Record<string, { usual: number; run(amount: number): Promise<string> }> = {
  requests: { usual: 60, run: oddRequests },
  digests: { usual: 365, run: yearOfDigests },
  all: { usual: 60, run: all },
  states: { usual: 1, run: states },
  replicas: { usual: 60, run: comingAndGoing },
};

process.on('unhandledRejection', (error) => {
  console.error('A promise was rejected and nobody looked:', error);
  process.exit(1);
});
// So that what a run has started is ended with it.
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
        on: { type: 'string' },
        changes: { type: 'string' },
        beside: { type: 'string' },
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

/** A kill for five asks, unless told. */
async function all(amount: number): Promise<string> {
  const asks = Number(values.asks ?? amount);
  const plan = {
    asks,
    kills: Number(values.kills ?? Math.ceil(asks / 5)),
    seed: Number(values.seed ?? Math.floor(Math.random() * 2 ** 31)),
  };
  const isKnown = values.on === undefined || databaseNames.includes(values.on);
  if (!isKnown || !Object.values(plan).every((each) => Number.isSafeInteger(each) && each >= 0)) end(1);
  const { isGood, text } = await everythingAtOnce({ ...plan, on: values.on });
  if (!isGood) process.exitCode = 1;
  return text;
}

/** A change for five asks, unless told. */
async function comingAndGoing(asks: number): Promise<string> {
  const changes = Number(values.changes ?? Math.ceil(asks / 5));
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const { on = 'postgres', beside } = values;
  const isKnown = serverNames.includes(on);
  if (!isKnown || ![asks, changes, seed].every((each) => Number.isSafeInteger(each) && each >= 0)) end(1);
  const { isGood, text } = await replicas({ asks, changes, seed, on, beside });
  if (!isGood) process.exitCode = 1;
  return text;
}

async function states(times: number): Promise<string> {
  const { isGood, text } = await everyState({ times, on: values.on });
  if (!isGood) process.exitCode = 1;
  return text;
}
