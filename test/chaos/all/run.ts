import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../../src/log.ts';
import type { Database } from '../../../src/storage/database.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { testCipher } from '../../support/test-key.ts';
import { type RunDatabase, startDatabase } from './own-postgres.ts';
import { createPeople, type People } from './people.ts';
import type { Plan, PlannedAsk, PlannedBlow } from './plan.ts';
import { type Processes, startProcesses } from './processes.ts';
import { openStage, type Stage } from './stage.ts';
import { takeRecord } from './take-record.ts';
import { createWatch, type Watch } from './watch.ts';

/**
 * A run in which nothing moves for so long has stalled, milliseconds. Longer than anything that people wait for: a digest
 * that is due, a generation that is given up.
 */
const STALL_MS = 5 * 60_000;
/** How long people wait for what is still under way once nothing goes wrong any more, milliseconds. */
const LAST_MS = 8 * 60_000;
/** The run ends with jobs that still wait after this, milliseconds. */
const LAST_JOBS_MS = 3 * 60_000;
/** Asks that one person has under way at once; a digest keeps nobody waiting. */
const AT_ONCE = 3;
/** Asks that may be begun before the blows that are planned before them. */
const AHEAD = 16;
const LOOK_MS = 400;
const TELL_EVERY_MS = 30_000;
const RECONNECT_EVERY_MS = 5_000;
/** Whoever connects gives up after this, milliseconds: its process may have died. */
const CONNECT_MS = 30_000;
/** Calls to Slack by which a process is at work, and milliseconds after which there is nothing to wait for. */
const CALLS = 20;
const IDLE_MS = 4_000;
/** What would come a second time would come within this, milliseconds. */
const AFTER_MS = 5_000;
/** The stand-ins end within this, or with the run's process. */
const CLOSE_MS = 10_000;

const PROCESSES = 2;

interface Scene {
  stage: Stage;
  processes: Processes;
  database: RunDatabase;
}

/** Runs a plan from an empty database to what it is judged by. @throws Stalled */
export async function run(plan: Plan) {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-chaos-'));
  console.log(`  The log is in ${folder}.`);
  const database = await startDatabase();
  const stage = await openStage(plan);
  const logFile = join(folder, 'app.log');
  const processes = await startProcesses({
    count: PROCESSES,
    env: { ...stage.env, DATABASE_URL: database.url },
    logFile,
    onPorts: stage.balancer.leadTo,
  });
  try {
    await stage.letIn();
    const { asked, blows } = await everything(plan, { stage, processes, database });
    const db = await openDatabase({
      databaseUrl: database.url,
      log: createLog('silent'),
      cipher: testCipher,
    });
    await untilNoJobWaits(db);
    await processes.stop();
    const log = readFileSync(logFile, 'utf8');
    const record = await takeRecord({ asked, stage, db, log, deaths: processes.deaths() });
    await db.close();
    return { record, plan, blows, log, folder };
  } finally {
    await processes.stop();
    await Promise.race([stage.close(), sleep(CLOSE_MS)]);
    await database.stop();
  }
}

/** Waits until no job has to run soon: after a crash of the database, a job is tried again up to a minute later. */
async function untilNoJobWaits(db: Database): Promise<void> {
  const until = Date.now() + LAST_JOBS_MS;
  const waiting = () =>
    db.query(
      `select name from pgboss.job where state < 'completed' and start_after < now() + interval '1 minute'`,
    );
  while ((await waiting()).length > 0 && Date.now() < until) await sleep(LOOK_MS);
}

/** Everybody asks, while the blows fall; then nothing goes wrong any more, and everything comes to its end. */
async function everything(plan: Plan, scene: Scene) {
  const { stage, processes } = scene;
  const people = createPeople(stage);
  const armed: (() => void)[] = [];
  const blows: Record<PlannedBlow['kind'], number> = { kill: 0, clock: 0, database: 0 };
  let begun = 0;
  let struck = 0;
  let isOver = false;
  const count = (is: (each: People['all'][number]) => boolean) => people.all.filter(is).length;
  const pressed = () =>
    people.all.reduce((sum, { yeses, checks, exports }) => sum + yeses + checks + exports, 0);
  const soFar = () => `${begun} asks begun, ${count(({ ended }) => ended)} ended, ${blows.kill} kills`;
  const watch = createWatch(() => `${soFar()}, ${struck} blows in all, ${pressed()} presses`, STALL_MS);
  const planned = plan.blows.filter(({ kind }) => kind !== 'database' || scene.database.crash);

  async function strikeAll(): Promise<void> {
    for (const blow of planned) {
      await watch.until('The blows', `${blow.afterAsks} asks to be begun`, () => begun >= blow.afterAsks);
      await untilAtWork(blow, scene, watch);
      await sleep(blow.waitMs);
      await watch.during('The blows', `a ${blow.kind} to be over`, strike(blow, scene));
      blows[blow.kind] += 1;
      struck += 1;
      if (struck % 20 === 0) console.log(`  ${soFar()}`);
    }
  }

  /** A person goes on while the plan's blows do, so that these find asks of every kind under way. */
  async function work(asks: PlannedAsk[]): Promise<void> {
    for (const ask of asks) {
      const own = () =>
        count(
          ({ plan: { person }, kind, taken, ended }) =>
            person === ask.person && kind !== 'digest' && taken && !ended,
        );
      const isAhead = () => begun - AHEAD > (planned[struck]?.afterAsks ?? Number.POSITIVE_INFINITY);
      await watch.until(ask.person, 'what they have under way', () => own() < AT_ONCE, 100);
      await watch.until(ask.person, 'the blows', () => !isAhead());
      begun += 1;
      armed.push(...ask.faults.map((fault) => arm(stage, fault)));
      await watch.during(ask.person, `asking for ${ask.word} (${ask.kind}, ${ask.surface})`, people.ask(ask));
    }
  }

  async function tend(): Promise<void> {
    while (!isOver) {
      const open = people.all.filter(({ ended }) => !ended);
      await Promise.all(
        open.map((each) => watch.during(`The card of ${each.plan.word}`, 'a press', people.tend(each))),
      );
      await sleep(LOOK_MS);
    }
  }

  /** Those who wait for a connection hold up the next asks, so it is renewed while the run goes on. */
  async function keepConnected(): Promise<void> {
    while (!isOver) {
      await watch.during('Connections', 'being renewed', reconnect(stage, people));
      await sleep(RECONNECT_EVERY_MS);
    }
  }

  async function lastOnes(): Promise<void> {
    // An event that was delivered late may have begun something that nobody was told of yet.
    const isUnderWay = (each: People['all'][number]) =>
      !each.ended && (each.taken || people.cardsOf(each).length > 0);
    const until = Date.now() + LAST_MS;
    for (let told = Date.now(); people.all.some(isUnderWay) && Date.now() < until; await sleep(LOOK_MS)) {
      if (Date.now() - told < TELL_EVERY_MS) continue;
      told = Date.now();
      for (const line of people.all.filter(isUnderWay).map((each) => people.said(each)))
        console.log(`  waiting for ${line}`);
    }
  }

  async function toTheEnd(): Promise<void> {
    const byPerson = [...Map.groupBy(plan.asks, ({ person }) => person).values()];
    await Promise.all([strikeAll(), ...byPerson.map(work)]);
    await watch.until('The end', 'all processes to serve', () => processes.isReady());
    for (const disarm of armed) disarm();
    processes.setClocksRight();
    console.log(`  ${soFar()}`);
    // What does not end by now is for the verdict.
    watch.end();
    await lastOnes();
    await sleep(AFTER_MS);
  }

  const tending = Promise.all([tend(), keepConnected()]);
  try {
    await Promise.race([toTheEnd(), tending, watch.stalled]);
    isOver = true;
    await Promise.race([tending, sleep(CLOSE_MS)]);
  } finally {
    isOver = true;
    watch.end();
  }
  return { asked: people.all, blows };
}

async function strike({ kind, which, skewMs }: PlannedBlow, { processes, database }: Scene): Promise<void> {
  if (kind === 'kill') await processes.kill(which);
  else if (kind === 'clock') processes.setClock(which, skewMs);
  else database.crash?.();
}

/** Who has done nothing yet since it was started cannot be killed in the middle of anything. */
async function untilAtWork({ which }: PlannedBlow, { processes, stage }: Scene, watch: Watch) {
  await watch.until('The blows', 'its process to serve', () => processes.isReady(which));
  const { calls } = stage.slack;
  const [before, end] = [calls.length, Date.now() + IDLE_MS];
  const isAtWork = () => calls.length >= before + CALLS || Date.now() >= end;
  await watch.until('The blows', 'the processes to be at work', isAtWork);
}

/** @returns what takes the fault away where it has met nothing yet */
function arm({ service, slack }: Stage, fault: PlannedAsk['faults'][number]): () => void {
  return fault.at === 'service' ? service.misbehave(fault.rule) : slack.misbehave(fault.rule);
}

/** A process that dies while it renews a connection can lose it: then the team is connected again, as people would. */
async function reconnect(stage: Stage, { all, cardsOf, unconnected }: People): Promise<void> {
  const waiting = all.filter(
    (each) => !each.ended && cardsOf(each).some(({ text }) => / is waiting/.test(text)),
  );
  for (const team of new Set([...unconnected, ...waiting.map(({ plan }) => plan.team)])) {
    unconnected.delete(team);
    await Promise.race([stage.connect(team).catch(() => {}), sleep(CONNECT_MS)]);
  }
}
