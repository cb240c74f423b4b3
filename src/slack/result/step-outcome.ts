import type { SlackPorts } from '../../asks/admission.ts';
import type { StepProgress } from '../../generations/delivery/steps.ts';
import type { Generation } from '../../generations/generation.ts';
import type { Log } from '../../log.ts';
import type { SlackClient } from '../../slack-client.ts';
import { orPostRefused } from '../bolt/calls/posts.ts';
import type { Deployment } from '../kit/blocks/parts.ts';
import { isLimit, STEP_LIMIT } from '../kit/copy/blocker-copy.ts';
import { failureWording } from './failure-card.ts';

/** How a step of a Slack workflow ends: with outputs for the workflow's later steps, or with a sentence that Slack shows to people. */
export type StepOutcome = { outputs: { link?: string; title: string } } | { error: string };

interface Step extends Pick<StepProgress, 'isWaiting' | 'isOver'> {
  generation: Generation | null;
  payload?: Record<string, unknown> | undefined;
}

const NOT_CONFIRMED = 'Nothing was made, because the person who was asked did not say yes.';
/** Error of a workflow's step if Slack refused the message that asks a person to approve the step. */
export const NOT_ASKED =
  'Nothing was made, because Slack did not let Deckhand ask the person whom the step names.';
const OUTCOME_UNKNOWN =
  'Something went wrong inside Deckhand, so the step does not know its document. If it was made, it is posted as usual.';
const STOPPED = 'The document was stopped or deleted.';
const TOOK_LONG =
  'The document was not finished within a day. If it still gets ready, it is posted as usual.';

/** Used instead of the real title if the source is private, because the workflow may post the title anywhere. */
const PRIVATE_TITLE = 'Made from a private channel';

/** Returns how a workflow's step ends; undefined while it runs. @throws if it cannot find out from Slack whether the source is private */
export async function outcomeOf(
  { generation, payload, isWaiting, isOver }: Step,
  ports: Pick<SlackPorts, 'conversation'>,
  deployment: Deployment,
): Promise<StepOutcome | undefined> {
  const state = generation?.state;
  if (!generation && (isOver || !isWaiting)) return { error: String(payload?.problem ?? NOT_CONFIRMED) };
  if (state === 'stopped' || generation?.deletedAt) return { error: STOPPED };
  if (generation && state === 'delivered') return { outputs: await outputsOf(generation, ports) };
  if (generation && state === 'failed') {
    if (isLimit({ blocker: generation.failure?.reason ?? '' })) return { error: STEP_LIMIT };
    const { what, next } = failureWording(generation, deployment);
    return { error: `${what} ${next}` };
  }
  return isOver ? { error: TOOK_LONG } : undefined;
}

/** Maximum number of attempts to find out how a step ends. Together they take about 40 minutes. */
const ATTEMPTS = 100;

/** Returns the result of `find`. If `find` fails, throws its error. After `ATTEMPTS` attempts, returns an error text instead. */
export async function orGiveUp(
  find: () => Promise<StepOutcome | undefined>,
  attempts: number,
  log: Log,
): Promise<StepOutcome | undefined> {
  try {
    return await find();
  } catch (err) {
    if (attempts < ATTEMPTS) throw err;
    log.error({ err }, 'how the step of a workflow ends could not be found out');
    return { error: OUTCOME_UNKNOWN };
  }
}

/** Timeout for looking up a channel, in milliseconds. */
const LOOKUP_MS = 15_000;

async function outputsOf(
  { team, ask, docUrl: link, title = 'Untitled' }: Generation,
  { conversation }: Pick<SlackPorts, 'conversation'>,
) {
  const { source } = ask ?? {};
  const look = (channel: string) => conversation(team, channel, AbortSignal.timeout(LOOKUP_MS));
  const found = source?.kind === 'channel' ? await look(source.channel) : undefined;
  // If the ask was deleted or Slack does not show the channel, treat the source as private, because it may be private.
  const isPrivate = !source || typeof found === 'string' || found?.isPrivate === true;
  // Remove < and >, so that the title cannot mention people or channels when a later step posts it.
  return { ...(link && { link }), title: isPrivate ? PRIVATE_TITLE : title.replace(/[<>]/g, '') };
}

/**
 * Tells Slack that a workflow's step is complete or has failed. Slack refuses a repeated call.
 * @throws PostRefused if Slack refuses the call, or if the team has uninstalled Deckhand
 */
export async function completeStep(
  clientFor: () => Promise<SlackClient>,
  execution: string,
  outcome: StepOutcome,
): Promise<void> {
  const step = { function_execution_id: execution };
  await orPostRefused(async () => {
    const { functions } = await clientFor();
    return 'error' in outcome
      ? functions.completeError({ ...step, ...outcome })
      : functions.completeSuccess({ ...step, ...outcome });
  });
}
