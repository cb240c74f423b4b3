import type { Clock } from '../../clock.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import type { State } from '../generation.ts';
import { type DeliveryRow, findDelivery, setPayload } from './outbox.ts';
import { queuePost } from './queued-posts.ts';

/**
 * Runs of the step "Make a document" in Slack's workflows. Deckhand has to complete each step: when its document is made, when no document
 * will be made, or after `STEP_MS`. Each step has a row in the outbox, so that it is completed even after a crash. The id of a step's
 * proposal is `step:` and the step's id. The idempotency key of its generation is `proposal:` and the proposal's id.
 */
export interface Steps {
  /** Stores a step, so that it will be completed. Does nothing if the step is stored already. */
  open(step: NewStep): Promise<void>;
  find(team: string, id: string): Promise<DeliveryRow | null>;
  /** Deletes a step's proposal, because its card could not be posted. The step then fails. @param problem why it fails, for the workflow */
  withdraw(id: string, problem: string): Promise<void>;
  /** Returns the progress of a step; undefined if it is completed. Also deletes the proposal of a step that is older than `STEP_MS`. */
  progressOf(id: string): Promise<StepProgress | undefined>;
  /** Queues the completions of up to `BATCH` steps that can be completed. */
  completeDue(): Promise<void>;
}

export interface NewStep {
  id: string;
  team: string;
  /** The person who is asked to confirm the document. Empty if the inputs of the step are invalid. */
  person: string;
  /** Slack's id of the step's execution. */
  execution: string;
  /** `problem` says why the step fails, if it can neither ask a person for confirmation nor start a document. */
  payload: { problem?: string };
}

export interface StepProgress {
  /** The step's generation and its state; null if there is none. */
  generation: string | null;
  state: State | null;
  /** True if the person who has to confirm the proposal has not answered yet. */
  isWaiting: boolean;
  isOver: boolean;
}

/** Milliseconds after which a step fails. It is less than a day, because texts may be deleted after a day. */
const STEP_MS = 23 * 60 * 60_000;
/** Maximum number of completions that are queued at once. */
const BATCH = 100;

/** Selects the steps that are not completed. `isOver` is true for a step that was created before $1. */
const OPEN = `
  SELECT d.id, d.team, d.attempts, d.created_at, g.id AS generation, g.state, d.created_at < $1 AS "isOver",
    EXISTS (SELECT FROM kv WHERE namespace = 'proposals' AND key = concat_ws('/', d.team, d.channel, 'step', d.id)) AS "isWaiting"
  FROM deliveries d LEFT JOIN generations g ON g.team = d.team AND g.key = 'proposal:step:' || d.id
  WHERE d.kind = 'step' AND d.state IN ('pending', 'sending')`;
/** Selects steps that can be completed. Steps that failed before come last, so that they do not keep others from being completed. */
const DUE = `SELECT id, team FROM (${OPEN}) steps
  WHERE "isOver" OR state IN ('delivered', 'failed', 'stopped') OR state IS NULL AND NOT "isWaiting"
  ORDER BY attempts, created_at LIMIT ${BATCH}`;
const WITHDRAW = `
  DELETE FROM kv USING deliveries d
  WHERE d.id = $1 AND namespace = 'proposals' AND key = concat_ws('/', d.team, d.channel, 'step', d.id)`;

interface StepsContext {
  jobs: Jobs;
  clock: Clock;
}

/** Stores a step in the caller's transaction (`Steps.open`). */
export async function openStep(
  tx: Transaction,
  { id, team, person, execution, payload }: NewStep,
  { jobs, clock }: StepsContext,
): Promise<void> {
  const post = { id, team, kind: 'step', sequence: execution, channel: person } as const;
  const createdAt = new Date(clock.now());
  await queuePost(tx, jobs, { ...post, payload: { kind: 'step', ...payload }, createdAt });
}

export function createSteps({ db, jobs, clock }: StepsContext & { db: Database }): Steps {
  const oldest = () => new Date(clock.now() - STEP_MS);
  return {
    open: (step) => db.transaction((tx) => openStep(tx, step, { jobs, clock })),
    find: (team, id) => findDelivery(db, team, id),
    async withdraw(id, problem) {
      await setPayload(db, id, { kind: 'step', problem });
      await db.query(WITHDRAW, [id]);
    },
    async progressOf(id) {
      const [step] = await db.query<StepProgress>(`${OPEN} AND d.id = $2`, [oldest(), id]);
      if (step?.isOver) await db.query(WITHDRAW, [id]);
      return step;
    },
    async completeDue() {
      const due = await db.query<{ id: string; team: string }>(DUE, [oldest()]);
      for (const { id, team } of due) await jobs.send('post', { team, delivery: id }, { key: id });
    },
  };
}
