import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock.ts';
import type { Generations } from '../generations/generations.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { askFor, destinationOf, runKey } from './ask.ts';
import { coveredUntil, windowOf, withDigestLock } from './coverage.ts';
import { type Digest, type PauseReason, settingsSchema, type Window } from './digest.ts';
import type { ChannelCheck, DigestGateway } from './gateway.ts';
import { sendNote } from './notes.ts';
import { claimedRuns, endRun, type RunState, startedGenerations } from './runs.ts';
import { anchorThread, closeWindow, findDigest, noteSkipped, pauseDigest } from './store.ts';

export interface RunContext {
  db: Database;
  jobs: Jobs;
  generations: Generations;
  gateway: DigestGateway;
  clock: Clock;
  log: Log;
}

type OpenLook = Extract<ChannelCheck, { open: true }>;

/**
 * The job `digest`: every run of one digest that was claimed, in their order. Any part may be done again after a crash:
 * the generation is found by the key of its due time, and the run's row says what has been dealt with.
 */
export function createDigestRunner(context: RunContext) {
  const { db, log } = context;

  return async function run(job: { team: string; digest: string }, signal: AbortSignal): Promise<void> {
    for (const due of await claimedRuns(db, job.digest)) {
      signal.throwIfAborted();
      const state = await runOne(job, due, context, signal);
      if (!state) return;
      log.info({ team: job.team, digest: job.digest, due, state }, 'digest');
    }
  };
}

/** What a run is about to do. */
interface Plan {
  digest: Digest;
  window: Window;
}

/**
 * Plans, looks, and acts on what was seen if the plan still holds: a look can take minutes, and a day while Slack is out of
 * reach. Where somebody has tried an earlier digest again meanwhile, or changed this one, it plans and looks anew.
 * @returns null where the digest was deleted
 */
async function runOne(
  job: { team: string; digest: string },
  due: Date,
  context: RunContext,
  signal: AbortSignal,
): Promise<RunState | null> {
  for (;;) {
    const plan = await planOf(job, due, context);
    if (!plan) return null;
    const { digest, window } = plan;
    if (digest.state !== 'active') return end(digest, due, 'paused', context);
    // A later run has gone first, or was made by hand from a moved clock: all until then has been told.
    if (window.since >= window.until) return end(digest, due, 'covered', context);
    const look = await checkPatiently(digest, window, context, signal);
    const state = await withDigestLock(context.db, digest.id, async () => {
      const holds = isDeepStrictEqual(fingerprint(await planOf(job, due, context)), fingerprint(plan));
      return holds ? act(plan, look, context) : null;
    });
    if (state) return state;
  }
}

async function planOf(
  { team, digest: id }: { team: string; digest: string },
  due: Date,
  { db }: RunContext,
): Promise<Plan | null> {
  const digest = await findDigest(db, team, id);
  if (!digest) return null;
  const lastWindowEnd = await coveredUntil(db, digest);
  return { digest, window: windowOf({ ...digest, lastWindowEnd }, due) };
}

/** What of a plan it stands and falls with; the next run moves on all the while. */
function fingerprint(plan: Plan | null) {
  if (!plan) return null;
  const settings = settingsSchema.keyof().options.map((name) => plan.digest[name]);
  return [plan.window, plan.digest.state, ...settings];
}

async function act(
  { digest, window }: Plan,
  look: ChannelCheck | null,
  context: RunContext,
): Promise<RunState> {
  const due = window.until;
  if (!look) return giveUp(digest, due, context);
  if (!look.open) return pause(digest, due, look.because, context);
  if (look.messages < digest.threshold) return quiet(digest, due, window, context);
  return begin(digest, window, look, context);
}

/** Milliseconds between two tries; Slack may be out of reach for a while. */
const PATIENCE_MS = [5_000, 30_000, 120_000, 600_000];
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

/** @returns null where nobody could say for a day */
async function checkPatiently(
  digest: Digest,
  window: Window,
  { gateway, clock, log }: RunContext,
  signal: AbortSignal,
): Promise<ChannelCheck | null> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await gateway.checkChannel(digest, window, signal);
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ team: digest.team, digest: digest.id, err: error }, 'a channel could not be looked at');
      if (clock.now() - window.until.getTime() >= GIVE_UP_AFTER_MS) return null;
      await clock.sleep(PATIENCE_MS[Math.min(tries, PATIENCE_MS.length - 1)] ?? 0, signal);
    }
  }
}

/** The window stays open, so that the next digest tells it; the owner hears that this one does not come. */
async function giveUp(digest: Digest, due: Date, { db, jobs, clock }: RunContext): Promise<RunState> {
  const now = new Date(clock.now());
  await db.transaction(async (tx) => {
    if (!(await endRun(tx, { digest: digest.id, due }, 'skipped'))) return;
    await noteSkipped(tx, digest.id, due);
    const place = { channel: digest.owner };
    await sendNote(tx, jobs, digest, { note: { kind: 'skipped', due }, place, now });
  });
  return 'skipped';
}

async function begin(digest: Digest, window: Window, look: OpenLook, context: RunContext): Promise<RunState> {
  const { db, generations, clock } = context;
  const due = window.until;
  const placed = await withAnchor(digest, context);
  const key = runKey(digest.id, due.toISOString());
  const ask = askFor(placed, digest, window, look);
  const generation = await generations.start(ask, key);
  // Where a crash came between, the generation is one that was started for the window as it was then.
  const source = (generation.ask ?? ask).source;
  const since = source.kind === 'channel' ? new Date(source.since) : window.since;
  await db.transaction(async (tx) => {
    await endRun(tx, { digest: digest.id, due }, 'started', { generation: generation.id, since });
    await closeWindow(tx, digest.id, due, new Date(clock.now()));
  });
  return 'started';
}

/** A digest that goes into one thread starts it with its first message; the others follow below that. */
async function withAnchor(digest: Digest, { db, generations }: RunContext): Promise<Digest> {
  if (digest.deliverTo.kind !== 'thread' || digest.deliverTo.threadTs) return digest;
  for (const id of await startedGenerations(db, digest.id, FIRST_FEW)) {
    const generation = await generations.find(digest.team, id);
    // Not one that had to be told by direct message, since the channel could not be written to.
    if (!generation?.rootTs || generation.channel !== digest.channel) continue;
    await anchorThread(db, digest.id, generation.rootTs);
    return { ...digest, deliverTo: { kind: 'thread', threadTs: generation.rootTs } };
  }
  return digest;
}

const FIRST_FEW = 5;

/** Too little to say: the window stays open, so that the next digest tells it. */
async function quiet(
  digest: Digest,
  due: Date,
  window: Window,
  { db, jobs, clock }: RunContext,
): Promise<RunState> {
  const now = new Date(clock.now());
  await db.transaction(async (tx) => {
    if (!(await endRun(tx, { digest: digest.id, due }, 'quiet')) || digest.quiet === 'silent') return;
    const { channel, threadTs } = destinationOf(digest, digest.owner);
    const place = threadTs ? { channel, threadTs } : { channel };
    await sendNote(tx, jobs, digest, { note: { kind: 'quiet', since: window.since }, place, now });
  });
  return 'quiet';
}

/** Pauses, and tells the owner once: of several who find out, one pauses. */
async function pause(
  digest: Digest,
  due: Date,
  because: PauseReason,
  { db, jobs, clock }: RunContext,
): Promise<RunState> {
  const now = new Date(clock.now());
  await db.transaction(async (tx) => {
    await endRun(tx, { digest: digest.id, due }, 'paused');
    if (!(await pauseDigest(tx, digest, because, now))) return;
    const place = { channel: digest.owner };
    await sendNote(tx, jobs, digest, { note: { kind: 'paused', because }, place, now });
  });
  return 'paused';
}

async function end(digest: Digest, due: Date, state: RunState, { db }: RunContext): Promise<RunState> {
  await endRun(db, { digest: digest.id, due }, state);
  return state;
}
