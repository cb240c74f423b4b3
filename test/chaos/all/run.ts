import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { check, type Violation } from './check.ts';
import type { Deployment } from './deployments.ts';
import { nameOf } from './faults.ts';
import { type Asked, createPeople } from './people.ts';
import type { Plan, PlannedAsk } from './plan.ts';
import { plants } from './plants.ts';
import { type Processes, startProcesses } from './processes.ts';
import type { RunRecord } from './record.ts';
import { openStage, type Stage } from './stage.ts';
import { takeRecord } from './take-record.ts';

export interface Result {
  violations: Violation[];
  /** Planted faults that the checker did not see. */
  blind: string[];
  figures: Record<string, number>;
  /** What the processes logged, the embedded database, and the record of a run that broke a promise. */
  folder: string;
}

/** How long people wait for what is still under way once nothing goes wrong any more, milliseconds. */
const LAST_MS = 6 * 60_000;
/** Asks that one person has under way at once. */
const AT_ONCE = 3;
/** Asks that may be begun before the blows that are planned before them. */
const AHEAD = 12;
const LOOK_MS = 400;
const RECONNECT_EVERY_MS = 5_000;
/** Calls to Slack by which a process is at work, and milliseconds after which there is nothing to wait for. */
const CALLS = 25;
const IDLE_MS = 15_000;

/** One run of a plan on one deployment, from an empty database to the verdict. */
export async function run(
  plan: Plan,
  make: (folder: string) => Promise<Deployment | string>,
): Promise<Result | string> {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-chaos-'));
  const deployment = await make(folder);
  if (typeof deployment === 'string') return deployment;
  const stage = await openStage();
  const logFile = join(folder, 'app.log');
  const processes = await startProcesses({
    count: deployment.processes,
    env: { ...stage.env, ...deployment.env },
    logFile,
    onPorts: stage.balancer.leadTo,
  });
  try {
    await stage.letIn();
    const { asked, blows } = await everything(plan, { stage, processes, deployment });
    await processes.stop();
    const db = await deployment.open();
    const log = readFileSync(logFile, 'utf8');
    const record = await takeRecord({ asked, stage, db, log, files: deployment.files });
    await db.close();
    return judge(record, { plan, blows, log, folder });
  } finally {
    await processes.stop();
    await stage.close();
    await deployment.close();
  }
}

function judge(
  record: RunRecord,
  { plan, blows, log, folder }: { plan: Plan; blows: Record<string, number>; log: string; folder: string },
): Result {
  const violations = check(record);
  const blind = plants
    .filter((plant) => {
      const copy = structuredClone(record);
      plant.break(copy);
      const seen = check(copy).filter(({ promise }) => promise === plant.promise).length;
      return seen <= violations.filter(({ promise }) => promise === plant.promise).length;
    })
    .map(({ name }) => name);
  const { asks, creates, messages } = record;
  const count = <T>(of: T[], is: (each: T) => boolean) => of.filter(is).length;
  const cards = messages.filter(({ isCard }) => isCard);
  const result: Result = {
    violations,
    blind,
    folder,
    figures: {
      'asks begun': asks.length,
      taken: count(asks, ({ taken }) => taken),
      'documents delivered': count(cards, ({ text }) => / is ready/.test(text)),
      'failed, and said why': count(cards, ({ text }) => /could not be made/.test(text)),
      'left, or stopped': count(cards, ({ text }) => /stopped following/i.test(text)),
      'asked whether to spend again': count(cards, ({ buttons }) => buttons.includes('generation_try_again')),
      'told to spend again': asks.reduce((sum, { yeses }) => sum + yeses, 0),
      'create calls': creates.length,
      'create calls with no answer': count(creates, ({ status }) => status === 0 || status >= 500),
      'messages in Slack': messages.length,
      'files in Slack': messages.reduce((sum, { files }) => sum + files.length, 0),
      'faults planned': plan.asks.reduce((sum, { faults }) => sum + faults.length, 0),
      ...blows,
      'errors in the log': count(log.split('\n'), (line) => /^\{"level":[56]0/.test(line)),
      'planted faults seen by the checker': plants.length - blind.length,
      'promises broken': violations.length,
    },
  };
  if (violations.length + blind.length === 0) rmSync(folder, { recursive: true, force: true });
  else writeFileSync(join(folder, 'record.json'), JSON.stringify({ asks, creates, messages }, undefined, 1));
  return result;
}

/** Everybody asks, while the blows fall; then nothing goes wrong any more, and everything comes to its end. */
async function everything(
  plan: Plan,
  { stage, processes, deployment }: { stage: Stage; processes: Processes; deployment: Deployment },
) {
  const people = createPeople(stage);
  const asked: Asked[] = [];
  const armed: (() => void)[] = [];
  let begun = 0;
  let struck = 0;
  let isOver = false;
  const blows: Record<string, number> = { kills: 0, 'clock jumps': 0, 'database crashes': 0 };

  async function strike(): Promise<void> {
    for (const blow of plan.blows) {
      while (begun < blow.afterAsks) await sleep(20);
      await untilAtWork();
      await sleep(blow.waitMs);
      if (blow.kind === 'kill') await processes.kill(blow.which);
      else if (blow.kind === 'clock') processes.setClock(blow.which, blow.skewMs);
      else if (deployment.crashDatabase) deployment.crashDatabase();
      else continue;
      count(
        blows,
        blow.kind === 'kill' ? 'kills' : blow.kind === 'clock' ? 'clock jumps' : 'database crashes',
      );
      struck += 1;
      if (struck % 20 === 0) progress();
    }
  }

  /** Who has done nothing yet since it was started cannot be killed in the middle of anything. */
  async function untilAtWork(): Promise<void> {
    await processes.ready();
    const { calls } = stage.slack;
    const before = calls.length;
    for (const end = Date.now() + IDLE_MS; calls.length < before + CALLS && Date.now() < end; )
      await sleep(50);
  }

  function progress(): void {
    const ended = asked.filter((each) => each.ended).length;
    console.log(`  ${begun} asks begun, ${ended} ended, ${blows.kills} kills`);
  }

  function tellWaiting(): void {
    for (const each of asked.filter(({ ended }) => !ended)) {
      const card = people.cardsOf(each).at(-1);
      console.log(`  waiting for ${each.plan.word} (${each.plan.surface}): ${card?.text ?? 'no card'}`);
    }
  }

  /** A person goes on while the plan's blows do, so that these find asks of every kind under way. */
  async function work(asks: PlannedAsk[]): Promise<void> {
    for (const ask of asks) {
      const own = () =>
        asked.filter(({ plan, taken, ended }) => plan.person === ask.person && taken && !ended).length;
      while (own() >= AT_ONCE && !isOver) await sleep(100);
      while (begun - AHEAD > (plan.blows[struck]?.afterAsks ?? Number.POSITIVE_INFINITY)) await sleep(50);
      begun += 1;
      armed.push(...ask.faults.map((fault) => arm(stage, fault)));
      asked.push(await people.ask(ask));
    }
  }

  async function tend(): Promise<void> {
    while (!isOver) {
      for (const each of asked.filter(({ ended }) => !ended)) await people.tend(each);
      await sleep(LOOK_MS);
    }
  }

  /** Those who wait for a connection hold up the next asks, so it is renewed while the run goes on. */
  async function keepConnected(): Promise<void> {
    while (!isOver) {
      await reconnect(stage, asked, people);
      await sleep(RECONNECT_EVERY_MS);
    }
  }

  const tending = Promise.all([tend(), keepConnected()]);
  const byPerson = [...Map.groupBy(plan.asks, ({ person }) => person).values()];
  await Promise.all([strike(), ...byPerson.map(work)]);
  await processes.ready();
  for (const disarm of armed) disarm();
  progress();
  // An event that was delivered late may have begun something that nobody was told of yet.
  const isUnderWay = (each: Asked) => !each.ended && (each.taken || people.cardsOf(each).length > 0);
  const isWaiting = () => asked.some(isUnderWay);
  for (let second = 1; isWaiting() && second < LAST_MS / 1000; second += 1) {
    if (second % 30 === 0) tellWaiting();
    await sleep(1_000);
  }
  // What would come a second time would come now.
  await sleep(5_000);
  isOver = true;
  await tending;
  return { asked, blows };
}

/** @returns what takes the fault away where it has met nothing yet */
function arm({ service, slack }: Stage, fault: PlannedAsk['faults'][number]): () => void {
  return fault.at === 'service' ? service.misbehave(fault.rule) : slack.misbehave(fault.rule);
}

/** A process that dies while it renews a connection can lose it: then the team is connected again, as people would. */
async function reconnect(
  stage: Stage,
  asked: Asked[],
  { cardsOf }: ReturnType<typeof createPeople>,
): Promise<void> {
  const waiting = asked.filter(
    (each) => !each.ended && cardsOf(each).some(({ text }) => / is waiting/.test(text)),
  );
  for (const team of new Set(waiting.map(({ plan }) => plan.team))) await stage.connect(team).catch(() => {});
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** How often each fault is in a plan, most first. */
export function faultsOf(plan: Plan): [name: string, times: number][] {
  const names = plan.asks.flatMap(({ faults }) => faults.map(nameOf));
  const counted = [...Map.groupBy(names, (name) => name)].map(([name, all]): [string, number] => [
    name,
    all.length,
  ]);
  return counted.sort(([, a], [, b]) => b - a);
}
