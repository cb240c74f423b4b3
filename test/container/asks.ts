import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createLog } from '../../src/log.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { type StandIns, startStandIns } from '../journeys/stand-ins.ts';
import { hasFile, submitDeck } from '../journeys/story.ts';
import { liftLimits } from '../support/no-limits.ts';
import { testCipher } from '../support/test-key.ts';
import { startContainer } from './container.ts';

/** People ask a container for decks with files, which all have to come. It runs in little memory, and may not be restarted. */

const USAGE = `node test/container/asks.ts          asks the image for decks and their files; needs Docker on Linux
    --image deckhand      as \`docker build -t deckhand .\` has made it
    --asks 200            so many
    --at-once 20          so many are under way at a time
    --memory 512m         of the container
    --database-url URL    the PostgreSQL database

It ends with 1 where an ask is not delivered or delivered twice, and where the container was killed or restarted.`;

const FILES = ['pptx', 'pdf', 'png'];
/** So that as many as there may be are under way at a time. Milliseconds. */
const GENERATION_MS = 3_000;
/** Milliseconds in which no deck comes, after which none is waited for. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 100;

const { values } = parseArgs({
  options: {
    image: { type: 'string', default: 'deckhand' },
    asks: { type: 'string', default: '200' },
    'at-once': { type: 'string', default: '20' },
    memory: { type: 'string', default: '512m' },
    'database-url': { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
const [asks, atOnce] = [Number(values.asks), Number(values['at-once'])];
const databaseUrl = values['database-url'];
if (values.help || !databaseUrl || !(asks > 0 && atOnce > 0)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 1);
}

const standIns = await startStandIns({ service: { generationMs: GENERATION_MS } });
const container = await startContainer({
  image: values.image,
  memory: values.memory,
  env: {
    ...standIns.env,
    POLL_INTERVAL_MS: '1000',
    DATABASE_URL: databaseUrl,
  },
});
const started = Date.now();
try {
  const db = await openDatabase({ databaseUrl, log: createLog('silent'), cipher: testCipher });
  await liftLimits(db, ['T0SMALL']);
  await db.close();
  standIns.slack.connectApp(container.url);
  await askForAll(standIns);
  await container.check();
  const peak = (await container.peakMb()) ?? 'an unknown number of';
  await container.stop();
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(
    `${asks} of ${asks} asks were delivered with their files in ${seconds} s, ${atOnce} at a time; ` +
      `the process had ${peak} MB of ${values.memory} at most.`,
  );
} catch (error) {
  console.error((await container.log()).split('\n').slice(-40).join('\n'));
  console.error(error);
  // Says why, where it is the reason.
  await container.check().catch(({ message }: Error) => console.error(message));
  process.exitCode = 1;
} finally {
  await container.remove();
  await standIns.stop();
}
process.exit();

/** @throws where one is not delivered exactly once */
async function askForAll(between: StandIns): Promise<void> {
  const { slack, service, ana, ben, chloe } = between;
  const people = [ana, ben, chloe];
  const delivered = new Map<string, number>();
  const roots = () => slack.messages('general').filter(({ bot }) => Boolean(bot));
  const look = () => {
    for (const { ts } of roots()) {
      const files = delivered.has(ts) ? 0 : slack.messages('general', ts).filter(hasFile).length;
      if (files > 0) delivered.set(ts, files);
    }
    return delivered.size;
  };

  async function untilDelivered(wanted: number): Promise<void> {
    let [best, since] = [look(), Date.now()];
    while (best < wanted) {
      await sleep(LOOK_MS);
      await container.check();
      const now = look();
      if (now > best) [best, since] = [now, Date.now()];
      else if (Date.now() - since > PATIENCE_MS) throw new Error(`${best} of ${asks} asks were delivered.`);
    }
  }

  for (const [number, person] of Array.from({ length: asks }, (_, at) => [at, people[at % 3]] as const)) {
    await untilDelivered(number - atOnce + 1);
    const file = FILES[number % FILES.length] ?? 'pptx';
    await submitDeck(between, `Report ${number + 1} of the harbour`, { export_as: file }, { person });
  }
  await untilDelivered(asks);
  await slack.settle();

  const creates = service.calls.filter(
    ({ method, path }) => method === 'POST' && /\/generations$/.test(path),
  );
  const threads = roots().map(({ ts }) => slack.messages('general', ts).filter(hasFile).length);
  if (threads.length !== asks || creates.length !== asks || threads.some((files) => files !== 1))
    throw new Error(
      `For ${asks} asks there are ${threads.length} messages, ${creates.length} calls of the service and ` +
        `${threads.reduce((sum, files) => sum + files, 0)} messages with files.`,
    );
}
