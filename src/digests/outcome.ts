import type { Place } from '../generations/delivery/delivery.ts';
import type { Transaction } from '../storage/database.ts';
import { askFor, destinationOf, runKey } from './ask.ts';
import type { Digest, PauseReason, Window } from './digest.ts';
import type { ChannelFacts, DigestContext, Note } from './gateway.ts';
import { sendNote } from './notes.ts';
import {
  anchorThread,
  closeWindow,
  endRun,
  generationOf,
  noteSkipped,
  type RunState,
  startedGenerations,
} from './runs.ts';
import { pauseDigest } from './store.ts';

/**
 * The ends of a run. Each is written in one transaction with the line that it posts, and does nothing where the run has
 * ended already.
 */

/** The digest and the window that a run is about to sum up. */
export interface Plan {
  digest: Digest;
  window: Window;
}

/** Starts the generation of a run, once: its key is the due time. */
export async function startGeneration(
  { digest, window }: Plan,
  channel: ChannelFacts,
  context: DigestContext,
): Promise<RunState> {
  const { db, generations, clock } = context;
  const due = window.until;
  const anchored = await withAnchor(digest, context);
  const ask = askFor(anchored, digest, window, channel);
  const generation = await generations.start(ask, runKey(digest.id, due.toISOString()));
  // After a crash in between, this finds the generation that was started then, maybe for another window.
  const source = (generation.ask ?? ask).source;
  const since = source.kind === 'channel' ? new Date(source.since) : window.since;
  await db.transaction(async (tx) => {
    await endRun(tx, { digest: digest.id, due }, 'started', { generation: generation.id, since });
    await closeWindow(tx, digest.id, due, new Date(clock.now()));
  });
  return 'started';
}

/** Generations of a digest that are looked through for the message that anchors its thread. */
const ANCHOR_CANDIDATES = 5;

/** A digest that goes into one thread starts it with its first message; the others follow below that. */
async function withAnchor(digest: Digest, { db, generations }: DigestContext): Promise<Digest> {
  if (digest.deliverTo.kind !== 'thread' || digest.deliverTo.threadTs) return digest;
  for (const id of await startedGenerations(db, digest.id, ANCHOR_CANDIDATES)) {
    const generation = await generations.find(digest.team, id);
    // A generation that could not write to the channel went to a direct message, which is no anchor.
    if (!generation?.rootTs || generation.channel !== digest.channel) continue;
    await anchorThread(db, digest.id, generation.rootTs);
    return { ...digest, deliverTo: { kind: 'thread', threadTs: generation.rootTs } };
  }
  return digest;
}

/** Too little was said. The window stays open, so that the next digest covers it. */
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

/** Slack was out of reach for a day. The window stays open, and the owner hears that this digest does not come. */
export function endAsSkipped(plan: Plan, context: DigestContext): Promise<RunState> {
  return endWithout(plan, 'skipped', context);
}

/** The same where nobody knows why. A generation that was started before comes by itself. */
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

/** The digest cannot be made any more: it pauses, and its owner hears of it once, however many runs find out. */
export async function endAsPaused(
  { digest, window }: Plan,
  because: PauseReason,
  context: DigestContext,
): Promise<RunState> {
  const now = new Date(context.clock.now());
  await context.db.transaction(async (tx) => {
    await endRun(tx, { digest: digest.id, due: window.until }, 'paused');
    if (!(await pauseDigest(tx, digest, because, now))) return;
    await post(tx, digest, { kind: 'paused', because }, { channel: digest.owner }, context);
  });
  return 'paused';
}

function post(tx: Transaction, digest: Digest, note: Note, place: Place, { jobs, clock }: DigestContext) {
  return sendNote(tx, jobs, digest, { note, place, now: new Date(clock.now()) });
}
