import { isDeepStrictEqual } from 'node:util';
import { closedOutside, closedToOthers } from '../../asks/document-access.ts';
import { textLimitFor } from '../../asks/request-text.ts';
import type { Ask } from '../../asks/schema.ts';
import { keptSections } from '../../asks/sections.ts';
import { splitPrompt } from '../../asks/wishes.ts';
import { retry } from '../../retry.ts';
import { problemOf } from '../../service/error-meaning.ts';
import { NetworkFailure } from '../../service/errors.ts';
import { askedWaitMs, createPatience } from '../../service/retry-timing.ts';
import { SourceProblem } from '../../sources/problem.ts';
import { characterCount, thousands } from '../../text.ts';
import type { Run, StepContext, Written } from '../context.ts';
import { showProgress } from '../delivery/messages.ts';
import { isDisconnection, isOutcomeUnknown, refusedOf, waitBeforeCreate } from '../failures.ts';
import type { Generation } from '../generation.ts';
import { reserveAndSubmit } from '../spending.ts';
import { saveGenerationId } from '../store.ts';
import { fullAsk } from '../stored-ask.ts';
import { advance, fail } from '../transitions.ts';
import { workOf } from '../work/kinds.ts';
import type { Submitted, Wait } from '../work/work.ts';

/** Maximum number of attempts to store the id from the service. They take about five minutes, enough for a database failover. */
const WRITE_ATTEMPTS = 64;
/** Maximum milliseconds between two attempts to store the id. */
const WRITE_PAUSE_MS = 5_000;

/**
 * Makes the create call, which is the only call that spends credits. The service has no idempotency key, so `submitting` is stored before
 * the call and the id after it. After a crash in between, the state becomes `unsure`. After an error, the call is repeated only if the
 * service certainly did not carry it out.
 * `limiters.submit` limits how many attempts run at once, because each has its text in memory. The time of the next attempt is not stored.
 * If a crash shortens the wait, nothing is spent twice.
 * @throws SourceProblem if the text cannot be sent
 */
export async function submit(generation: Generation, run: Run): Promise<Written> {
  const { clock, limiters, policy } = run;
  const work = workOf(generation);
  const begin = () => createPatience(clock, work.limits(policy).submitRetry);
  let patience = begin();
  const show = createWaitShower(generation, run);
  for (let attempt = 1; ; ) {
    const turn = await work.turn?.(generation, run);
    if (turn) {
      await show(turn);
      await clock.sleep(policy.pollIntervalMs, run.signal);
      if (turn.for === 'other_change') patience = begin();
      continue;
    }
    const failure = await work.whyNotSent?.(generation, run);
    if (failure) return fail(generation, run, failure);
    const attemptNow = { attempt, patience };
    const create = () => loadAndCreate(generation, run, attemptNow);
    const again = await limiters.submit.run(generation.team, create, run.signal);
    if (!isWait(again)) return again;
    attempt += 1;
    if (again.afterMs >= policy.pollIntervalMs) await show(again.wait);
    await clock.sleep(again.afterMs, run.signal);
  }
}

interface Attempt {
  /** Number of the attempt; the first attempt is 1. */
  attempt: number;
  /** Decides after a failed attempt whether there is still time for another one. */
  patience: ReturnType<typeof createPatience>;
}

async function loadAndCreate(generation: Generation, run: Run, attempt: Attempt): Promise<Again | Written> {
  const { ask, collected } = run.stored ?? (await fullAsk(run.db, generation.id)) ?? {};
  run.stored = undefined;
  if (!ask) return fail(generation, run, { reason: 'internal' });
  const text = collected ?? splitPrompt(ask).content;
  checkText(text, ask);
  const client = await run.clientFor(generation.team);
  if (!client) return fail(generation, run, { reason: 'unconnected' });
  const sent = await withAllowedAccess(ask, run);
  const create = () => workOf(generation).submit(client, sent, text);
  return createOnce(generation, { ask: sent, text }, create, run, attempt);
}

/**
 * Removes access that the document must not give. The team's rule is applied here, whatever stored the ask: a form, a card, a digest.
 * A document from a template repeats the template's content. So if the template was made for a private conversation, the document is closed.
 */
async function withAllowedAccess(ask: Ask, run: Run): Promise<Ask> {
  const { team, template } = ask;
  const isPrivate = template && (await run.isOfPrivateConversation(team, template.id, run.signal));
  const closed = isPrivate ? closedToOthers(ask) : ask;
  return (await run.limitsOf(team)).accessFor === 'workspace' ? closedOutside(closed) : closed;
}

function checkText(text: string, ask: Ask): void {
  if (!text.trim()) throw new SourceProblem('source_empty', 'There is no text in it.');
  if (ask.outline && !keptSections(ask, text))
    throw new SourceProblem('source_changed', 'Its sections are not those that the person saw.');
  const [has, fit] = [characterCount(text), textLimitFor(ask, text)];
  if (has <= fit) return;
  const message = `It has ${thousands(has)} characters; ${thousands(fit)} can be used.`;
  throw new SourceProblem('source_too_long', message);
}

/** The wait before the next attempt. `wait` says what the generation waits for. */
interface Again {
  afterMs: number;
  wait: Wait;
}
const isWait = (ended: Written | Again): ended is Again => Boolean(ended && 'afterMs' in ended);

/** Returns a function that shows in the generation's first message what the generation waits for, if this has changed. */
function createWaitShower(generation: Generation, run: Run) {
  let shown: Wait | undefined;
  return async (wait: Wait): Promise<void> => {
    if (isDeepStrictEqual(wait, shown)) return;
    shown = wait;
    await showProgress(generation, run, { wait });
  };
}

/** Moves a generation from `submitting` to `unsure` if a process ended during the create call. A person decides whether to call again. */
export function markOutcomeUnknown(generation: Generation, run: StepContext): Promise<Written> {
  return advance(generation, run, 'unsure', {}, ['submitting']);
}

/** Makes one create call. @returns the wait before the next attempt, or the updated generation if there should be no next attempt */
async function createOnce(
  generation: Generation,
  content: { ask: Ask; text: string },
  create: () => Promise<Submitted>,
  run: Run,
  { attempt, patience }: Attempt,
): Promise<Again | Written> {
  const submittedAt = new Date(run.clock.now());
  const connection = await run.connectionOf(generation.team);
  const changes = {
    ...{ submittedAt, madeWith: connection?.account ?? null, failure: null },
    // The result says that the rule took access away.
    ...(content.ask.sharing?.isCapped && { ask: content.ask }),
  };
  const sending = await reserveAndSubmit(generation, content, changes, run);
  if (!sending) return null;
  if ('blocker' in sending) {
    const needed = 'needed' in sending ? sending.needed : undefined;
    return fail(generation, run, { reason: sending.blocker, ...(needed !== undefined && { needed }) });
  }
  try {
    return await record(generation, await create(), run);
  } catch (error) {
    if (error instanceof RecordLost) throw error.cause;
    const again = await waitAfter(error, generation, run, attempt);
    if (again && patience.allows(error, again.afterMs)) {
      // Store the error as `failure`, by which `placeInLine` and `startEdit` recognize generations that wait for other work.
      const failure = again.wait.for === 'service' ? null : problemOf(error);
      await advance(generation, run, 'collecting', { submittedAt: null, failure }, ['submitting']);
      return again;
    }
    return giveUp(generation, error, run, connection?.id ?? null);
  }
}

async function waitAfter(
  error: unknown,
  generation: Generation,
  run: Run,
  attempt: number,
): Promise<Again | null> {
  const work = workOf(generation);
  const usual = waitBeforeCreate(error, work, { attempt, random: run.random });
  const special = await work.waitAfter?.(error, generation, run);
  if (!special && usual === null) return null;
  const wait = special ?? { for: 'service' };
  const askedMs = askedWaitMs(error);
  return {
    afterMs: usual ?? Math.max(askedMs ?? 0, CONFLICT_POLLS * run.policy.pollIntervalMs),
    wait: wait.for === 'service' ? { ...wait, ...reasonOf(error) } : wait,
  };
}

/** Returns what the card shows about the error while a generation waits for the service. */
function reasonOf(error: unknown): { askedMs?: number; isUnreachable?: boolean } {
  const askedMs = askedWaitMs(error);
  if (askedMs) return { askedMs };
  return error instanceof NetworkFailure ? { isUnreachable: true } : {};
}

/** Minimum number of poll intervals before the next attempt, if the service refused the call because other work must end first. */
const CONFLICT_POLLS = 3;

async function giveUp(
  generation: Generation,
  error: unknown,
  run: Run,
  connection: string | null,
): Promise<Written> {
  const failure = problemOf(error);
  const unknownTo = refusedOf(error, connection);
  run.log.warn({ generation: generation.id, failure: failure.reason, err: error }, 'create failed');
  if (isOutcomeUnknown(error, workOf(generation)))
    return advance(generation, run, 'unsure', { failure }, ['submitting']);
  if (isDisconnection(error))
    return advance(generation, run, 'disconnected', { failure, unknownTo, submittedAt: null }, [
      'submitting',
    ]);
  return fail(generation, run, failure, { submittedAt: null });
}

/** Writes the id that the service has returned. Makes many attempts, because without this id the paid document is lost. */
async function record(
  generation: Generation,
  { id: generationId, warnings }: Submitted,
  run: Run,
): Promise<Written> {
  const changes = { generationId, followSince: new Date(run.clock.now()), warnings };

  async function write(): Promise<Written> {
    const moved = await advance(generation, run, 'following', changes, ['submitting']);
    // If a person has stopped the generation, or another process has continued it, store only the id, so that the document can be found.
    if (!moved) await saveGenerationId(run.db, generation, changes);
    return moved;
  }

  function waitMs(_error: unknown, attempt: number): number | undefined {
    return attempt < WRITE_ATTEMPTS ? Math.min(2 ** attempt * 100, WRITE_PAUSE_MS) : undefined;
  }

  // The write is not aborted by the run's signal, so that a process that is shutting down still writes the id.
  return retry(write, { clock: run.clock, waitMs }).catch((cause: unknown) => {
    run.log.error({ generation: generation.id, generationId }, 'an id could not be written');
    throw new RecordLost('The id of a generation could not be written', { cause });
  });
}

/** Thrown if the create call was made, but the id from its response could not be written. */
class RecordLost extends Error {
  override name = 'RecordLost';
}
