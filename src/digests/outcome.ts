import type { Place } from '../generations/delivery/delivery.ts';
import type { Transaction } from '../storage/database.ts';
import { askFor, destinationOf, runKey } from './ask.ts';
import type { Digest, PauseReason, Window } from './digest.ts';
import type { ChannelFacts, DigestContext } from './gateway.ts';
import { type Note, queueNote } from './notes.ts';
import {
  closeWindow,
  endRun,
  generationOf,
  noteSkipped,
  type RunState,
  startedGenerations,
  storeThread,
} from './run-store.ts';
import { pauseDigest } from './store.ts';

/** Functions that store the outcome of a run. A note is queued in the same transaction. An outcome is never overwritten. */

/** The plan of a run: the digest with its settings, and the time window to cover. */
export interface Plan {
  digest: Digest;
  window: Window;
}

/** Starts the generation of a run. A second call finds the same generation by its idempotency key (digest and due time). */
export async function startGeneration(
  { digest, window }: Plan,
  channel: ChannelFacts,
  context: DigestContext,
): Promise<RunState> {
  const { db, generations, clock } = context;
  const due = window.until;
  const threaded = await withThread(digest, context);
  const ask = askFor(threaded, digest, window, channel);
  const generation = await generations.start(ask, runKey(digest.id, due.toISOString()), {
    isScheduled: true,
  });
  // The generation may have been started before a crash, for another time window. So store the time window of its ask.
  const source = (generation.ask ?? ask).source;
  const since = source.kind === 'channel' ? new Date(source.since) : window.since;
  await db.transaction(async (tx) => {
    await endRun(tx, { digest: digest.id, due }, 'started', { generation: generation.id, since });
    await closeWindow(tx, digest.id, due, new Date(clock.now()));
  });
  return 'started';
}

/** Maximum number of generations that are checked for the digest's thread, oldest first. */
const SEARCHED_FOR_THREAD = 5;

/** Finds and stores the thread of a digest, if it is not stored yet. The message about the digest's first document started the thread. */
async function withThread(digest: Digest, { db, generations }: DigestContext): Promise<Digest> {
  if (digest.deliverTo.kind !== 'thread' || digest.deliverTo.threadTs) return digest;
  for (const id of await startedGenerations(db, digest.id, SEARCHED_FOR_THREAD)) {
    const generation = await generations.find(digest.team, id);
    // Skip generations that were not posted in the channel, for example because they were sent as a direct message.
    if (!generation?.rootTs || generation.channel !== digest.channel) continue;
    await storeThread(db, digest.id, generation.rootTs);
    return { ...digest, deliverTo: { kind: 'thread', threadTs: generation.rootTs } };
  }
  return digest;
}

/** Ends a run because there were too few messages. Posts a note, unless the digest is `silent`. The next run also covers the time window. */
export async function endAsQuiet({ digest, window }: Plan, context: DigestContext): Promise<RunState> {
  const { channel, threadTs } = destinationOf(digest, digest.owner);
  await context.db.transaction(async (tx) => {
    const isFirst = await endRun(tx, { digest: digest.id, due: window.until }, 'quiet');
    if (!isFirst || digest.quiet === 'silent') return;
    const place = threadTs ? { channel, threadTs } : { channel };
    await post(tx, digest, { kind: 'quiet', since: window.since }, place, context);
  });
  return 'quiet';
}

/** Ends a run because its channel could not be checked for a day. The owner gets a note. The next run also covers the time window. */
export function endAsSkipped(plan: Plan, context: DigestContext): Promise<RunState> {
  return endWithout(plan, 'skipped', context);
}

/** Ends a run after the last attempt of its job. If one of the attempts started a generation, the outcome is `started`. */
export async function endAsGivenUp(plan: Plan, context: DigestContext): Promise<RunState> {
  const { digest, window } = plan;
  const [due, now] = [window.until, new Date(context.clock.now())];
  const generation = await generationOf(context.db, digest.team, runKey(digest.id, due.toISOString()));
  if (!generation) return endWithout(plan, 'given_up', context);
  await context.db.transaction(async (tx) => {
    await endRun(tx, { digest: digest.id, due }, 'started', { generation, since: window.since });
    await closeWindow(tx, digest.id, due, now);
  });
  return 'started';
}

async function endWithout(
  { digest, window }: Plan,
  kind: 'skipped' | 'given_up',
  context: DigestContext,
): Promise<RunState> {
  const due = window.until;
  await context.db.transaction(async (tx) => {
    if (!(await endRun(tx, { digest: digest.id, due }, 'skipped'))) return;
    await noteSkipped(tx, digest.id, due);
    await post(tx, digest, { kind, due }, { channel: digest.owner }, context);
  });
  return 'skipped';
}

/** Pauses a digest that can no longer be made, and ends the run. If the digest was paused already, no note is sent. */
export async function endAsPaused(
  { digest, window }: Plan,
  { because, tell = [digest.owner] }: { because: PauseReason; tell?: string[] },
  context: DigestContext,
): Promise<RunState> {
  const now = new Date(context.clock.now());
  await context.db.transaction(async (tx) => {
    await endRun(tx, { digest: digest.id, due: window.until }, 'paused');
    if (!(await pauseDigest(tx, digest, { because }, now))) return;
    for (const channel of tell) await post(tx, digest, { kind: 'paused', because }, { channel }, context);
  });
  return 'paused';
}

function post(tx: Transaction, digest: Digest, note: Note, place: Place, { jobs, clock }: DigestContext) {
  return queueNote(tx, jobs, digest, { note, place, now: new Date(clock.now()) });
}
