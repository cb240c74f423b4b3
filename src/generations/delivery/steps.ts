import type { Clock } from '../../clock.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import type { State } from '../generation.ts';
import { type DeliveryRow, findDelivery, setPayload } from './outbox.ts';
import { queuePost } from './queued-posts.ts';

/**
 * A step is one run of "Make a document" in a Slack workflow. Its outbox row ensures that the end of the step is reported to Slack, even
 * after a crash.
 * The id of its proposal is `step:` and the step's id. The key of its generation is `proposal:` and the proposal's id.
 */
export interface Steps {
  /** Stores a step and queues its job `post`. Does nothing if the step is stored already. */
  open(step: NewStep): Promise<void>;
  find(team: string, id: string): Promise<DeliveryRow | null>;
  /** Fails a step whose proposal card could not be posted, by deleting the proposal. @param problem reason of the failure, for Slack */
  withdraw(id: string, problem: string): Promise<void>;
  /** Returns the progress of a step; undefined if its end was reported to Slack. Deletes the proposal of a step older than `STEP_MS`. */
  progressOf(id: string): Promise<StepProgress | undefined>;
  /** Queues a job for each of the first `BATCH` steps that have ended. The job reports to Slack how the step ended. */
  completeDue(): Promise<void>;
}

export interface NewStep {
  id: string;
  team: string;
  /** The person for whom the document is made. Empty if the person is not known, in which case the step fails at once. */
  person: string;
  /** Slack's id of this run of the step. */
  execution: string;
  /** `problem`: why the step fails at once, for Slack. Undefined if the step has begun. */
  payload: { problem?: string };
}

export interface StepProgress {
  /** The id and the state of the step's generation; null if there is none. */
  generation: string | null;
  state: State | null;
  /** True if the person has not answered the proposal yet. */
  isWaiting: boolean;
  isOver: boolean;
}

/** Milliseconds after which a step fails. Less than a day, because the proposal of the step is deleted after a day. */
const STEP_MS = 23 * 60 * 60_000;
/** Maximum number of completions that one call queues. */
const BATCH = 100;

/** SQL for the steps that are not completed. `isOver` is true for a step that was created before $1, which is `STEP_MS` ago. */
const OPEN = `
  SELECT d.id, d.team, d.attempts, d.created_at, g.id AS generation, g.state, d.created_at < $1 AS "isOver",
    EXISTS (SELECT FROM kv WHERE namespace = 'proposals' AND key = concat_ws('/', d.team, d.channel, 'step', d.id)) AS "isWaiting"
  FROM deliveries d LEFT JOIN generations g ON g.team = d.team AND g.key = 'proposal:step:' || d.id
  WHERE d.kind = 'step' AND d.state IN ('pending', 'sending')`;
/** SQL for steps that have ended. Steps whose report to Slack has failed come last, so that they do not block the other steps. */
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

/** Like `Steps.open`, in the caller's transaction. */
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
