import { isDeepStrictEqual } from 'node:util';
import type { Ask } from '../../asks/schema.ts';
import { retry } from '../../retry.ts';
import type { Run, StepContext, Written } from '../context.ts';
import { showProgress } from '../delivery/messages.ts';
import { failureOf, isDisconnection, isOutcomeUnknown, refusedOf, waitBeforeCreate } from '../failures.ts';
import type { Generation } from '../generation.ts';
import { saveGenerationId } from '../store.ts';
import { advance, fail } from '../transitions.ts';
import type { Submitted, Wait } from '../work/work.ts';
import { workOf } from '../work/works.ts';

/** About five minutes: a database that fails over is back by then. */
const WRITE_ATTEMPTS = 64;
const WRITE_PAUSE_MS = 5_000;

/**
 * `submitting`: the one call that spends credits. The service has no idempotency key, so `submitting` is written, the
 * call made, and its id written; whatever breaks in between leaves `submitting` behind, which is answered with
 * `unsure` and never with a second call. Only a create that was certainly not carried out is made again.
 */
export async function submit(
  generation: Generation,
  ask: Ask,
  text: string,
  context: StepContext,
  run: Run,
): Promise<Written> {
  const client = await context.clientFor(generation.team);
  if (!client) return fail(generation, context, { reason: 'unconnected' });
  const until = context.clock.now() + workOf(generation).limits(context.policy).submitRetry;
  const call = { ask, create: () => workOf(generation).submit(client, ask, text) };
  const show = createWaitShower(generation, context, run);
  for (let attempt = 1; ; ) {
    const turn = await workOf(generation).turn?.(generation, context);
    if (turn) {
      await show(turn);
      await context.clock.sleep(context.policy.pollIntervalMs, run.signal);
      continue;
    }
    const again = await context.limiters.submit.run(
      generation.team,
      () => createOnce(generation, call, context, { attempt, until }),
      run.signal,
    );
    if (!isWait(again)) return again;
    attempt += 1;
    if (again.afterMs >= context.policy.pollIntervalMs) await show(again.wait);
    await context.clock.sleep(again.afterMs, run.signal);
  }
}

interface Again {
  /** milliseconds */
  afterMs: number;
  wait: Wait;
}
const isWait = (ended: Written | Again): ended is Again => Boolean(ended && 'afterMs' in ended);

/** Shows the reason of a wait, once for each. */
function createWaitShower(generation: Generation, context: StepContext, { signal }: Run) {
  let shown: Wait | undefined;
  return async (wait: Wait): Promise<void> => {
    if (isDeepStrictEqual(wait, shown)) return;
    shown = wait;
    await showProgress(generation, context, signal, { wait });
  };
}

/** For a generation found in `submitting` by a process that did not put it there: the call may have been made. */
export function markOutcomeUnknown(generation: Generation, context: StepContext): Promise<Written> {
  return advance(generation, context, 'unsure', {}, ['submitting']);
}

/** The one call that spends credits, and the ask that it is for. */
interface Call {
  ask: Ask;
  create(): Promise<Submitted>;
}

/** @returns the wait before the next attempt, with its reason; what was written where there is to be none */
async function createOnce(
  generation: Generation,
  { ask, create }: Call,
  context: StepContext,
  { attempt, until }: { attempt: number; until: number },
): Promise<Again | Written> {
  const submittedAt = new Date(context.clock.now());
  const connection = await context.connectionOf(generation.team);
  const changes = { submittedAt, madeWith: connection?.account ?? null, failure: null };
  if (!(await advance(generation, context, 'submitting', changes, ['collecting']))) return null;
  try {
    return await record(generation, await create(), context);
  } catch (error) {
    if (error instanceof RecordLost) throw error.cause;
    const again = await waitAfter(error, generation, ask, context, attempt);
    if (again && context.clock.now() + again.afterMs < until) {
      // Why it waits is kept, so that those who wait for the same know their order.
      const failure = again.wait.for === 'turn' ? failureOf(error) : null;
      await advance(generation, context, 'collecting', { submittedAt: null, failure }, ['submitting']);
      return again;
    }
    return giveUp(generation, error, context, connection?.id ?? null);
  }
}

async function waitAfter(
  error: unknown,
  generation: Generation,
  ask: Ask,
  context: StepContext,
  attempt: number,
): Promise<Again | null> {
  const work = workOf(generation);
  const usual = waitBeforeCreate(error, work, { attempt, random: context.random });
  const wait = (await work.waitAfter?.(error, generation, ask, context)) ?? (usual === null ? null : SERVICE);
  if (!wait) return null;
  return { afterMs: usual ?? CONFLICT_POLLS * context.policy.pollIntervalMs, wait };
}

/** Intervals of polling between two attempts where something else has to end first. */
const CONFLICT_POLLS = 3;
const SERVICE: Wait = { for: 'service' };

async function giveUp(
  generation: Generation,
  error: unknown,
  context: StepContext,
  connection: string | null,
): Promise<Written> {
  const failure = failureOf(error);
  const unknownTo = refusedOf(error, connection);
  context.log.warn({ generation: generation.id, failure: failure.reason, err: error }, 'create failed');
  if (isOutcomeUnknown(error, workOf(generation)))
    return advance(generation, context, 'unsure', { failure }, ['submitting']);
  if (isDisconnection(error))
    return advance(generation, context, 'disconnected', { failure, unknownTo }, ['submitting']);
  return fail(generation, context, failure);
}

/** The id is worth many attempts: without it, credits are spent and nothing comes of it. */
async function record(
  generation: Generation,
  { id: generationId, warnings }: Submitted,
  context: StepContext,
): Promise<Written> {
  const changes = { generationId, followSince: new Date(context.clock.now()), warnings };

  async function write(): Promise<Written> {
    const moved = await advance(generation, context, 'following', changes, ['submitting']);
    // A person may have stopped it, or another process taken over: the state stays, the id is written all the same.
    if (!moved) await saveGenerationId(context.db, generation.id, changes);
    return moved;
  }

  function waitMs(_error: unknown, attempt: number): number | undefined {
    return attempt < WRITE_ATTEMPTS ? Math.min(2 ** attempt * 100, WRITE_PAUSE_MS) : undefined;
  }

  // No signal: a process that stops still writes the id.
  return retry(write, { clock: context.clock, waitMs }).catch((cause: unknown) => {
    context.log.error({ generation: generation.id, generationId }, 'an id could not be written');
    throw new RecordLost('The id of a generation could not be written', { cause });
  });
}

/** Distinguishes the loss of an id from a failure of the call: the call was made. */
class RecordLost extends Error {
  override name = 'RecordLost';
}
