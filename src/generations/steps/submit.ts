import type { Ask } from '../../asks/schema.ts';
import { retry } from '../../retry.ts';
import type { ServiceClient } from '../../service/client.ts';
import { mayHaveBeenSpent, problemOf } from '../../service/error-meaning.ts';
import type { CreatedGeneration } from '../../service/routes/generations.ts';
import type { Run, StepContext } from '../context.ts';
import { isDisconnection, refusedOf, waitBeforeCreate } from '../failures.ts';
import type { Generation } from '../generation.ts';
import { saveGenerationId } from '../store.ts';
import { advance, fail } from '../transitions.ts';
import { templateRequest, textRequest } from './request.ts';

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
): Promise<void> {
  const client = await context.clientFor(generation.team);
  if (!client) {
    await fail(generation, context, { reason: 'unconnected' });
    return;
  }
  const until = context.clock.now() + context.policy.submitRetryMs;
  for (let attempt = 1; ; attempt += 1) {
    const wait = await context.limiters.submit.run(
      generation.team,
      () => createOnce(generation, () => create(client, ask, text), context, { attempt, until }),
      run.signal,
    );
    if (wait === null) return;
    await context.clock.sleep(wait, run.signal);
  }
}

/** For a generation found in `submitting` by a process that did not put it there: the call may have been made. */
export async function markOutcomeUnknown(generation: Generation, context: StepContext): Promise<void> {
  await advance(generation, context, 'unsure', {}, ['submitting']);
}

/** @returns milliseconds to wait before the next attempt, or null when there is to be none */
async function createOnce(
  generation: Generation,
  create: () => Promise<CreatedGeneration>,
  context: StepContext,
  { attempt, until }: { attempt: number; until: number },
): Promise<number | null> {
  const submittedAt = new Date(context.clock.now());
  const madeWith = await context.connectionOf(generation.team);
  const changes = { submittedAt, madeWith };
  if (!(await advance(generation, context, 'submitting', changes, ['collecting']))) return null;
  try {
    await record(generation, await create(), context);
    return null;
  } catch (error) {
    if (error instanceof RecordLost) throw error.cause;
    const wait = waitBeforeCreate(error, attempt, context.random);
    if (wait !== null && context.clock.now() + wait < until) {
      await advance(generation, context, 'collecting', {}, ['submitting']);
      return wait;
    }
    await giveUp(generation, error, context, madeWith);
    return null;
  }
}

async function giveUp(
  generation: Generation,
  error: unknown,
  context: StepContext,
  madeWith: string | null,
): Promise<void> {
  const failure = problemOf(error);
  const unknownTo = refusedOf(error, madeWith);
  context.log.warn({ generation: generation.id, failure: failure.reason, err: error }, 'create failed');
  if (mayHaveBeenSpent(error)) await advance(generation, context, 'unsure', { failure }, ['submitting']);
  else if (isDisconnection(error))
    await advance(generation, context, 'disconnected', { failure, unknownTo }, ['submitting']);
  else await fail(generation, context, failure);
}

/** The id is worth many attempts: without it, credits are spent and nothing comes of it. */
async function record(
  generation: Generation,
  created: CreatedGeneration,
  context: StepContext,
): Promise<void> {
  const { generationId, warnings } = created;
  const changes = { generationId, followSince: new Date(context.clock.now()), warnings };

  async function write(): Promise<void> {
    const moved = await advance(generation, context, 'following', changes, ['submitting']);
    // A person may have stopped it, or another process taken over: the state stays, the id is written all the same.
    if (!moved) await saveGenerationId(context.db, generation.id, changes);
  }

  function waitMs(_error: unknown, attempt: number): number | undefined {
    return attempt < WRITE_ATTEMPTS ? Math.min(2 ** attempt * 100, WRITE_PAUSE_MS) : undefined;
  }

  // No signal: a process that stops still writes the id.
  await retry(write, { clock: context.clock, waitMs }).catch((cause: unknown) => {
    context.log.error({ generation: generation.id, generationId }, 'an id could not be written');
    throw new RecordLost('The id of a generation could not be written', { cause });
  });
}

/** Distinguishes the loss of an id from a failure of the call: the call was made. */
class RecordLost extends Error {
  override name = 'RecordLost';
}

function create(client: ServiceClient, ask: Ask, text: string): Promise<CreatedGeneration> {
  return ask.template
    ? client.createFromTemplate(templateRequest(ask, ask.template.id, text))
    : client.createGeneration(textRequest(ask, text));
}
