import type { Transaction } from '../storage/database.ts';

/** The jobs there are, each with its payload. Every payload names its team. */
export interface JobPayloads {
  /** Takes one generation from its present state to its outcome; active for as long as it is followed. */
  generation: { team: string; generation: string };
  /** Makes one export of a delivered doc and posts its file. */
  export: { team: string; delivery: string };
  /** Draws the card of a finished document anew, after a change of it. */
  card: { team: string; generation: string };
  /** Looks for new comments on a document, and tells its thread of them. */
  comments: { team: string; generation: string; due: string };
  /** Warns of credits that run low: finds out whom to tell, or tells one of them. */
  credits: { team: string; at: string } & (
    | { low: { kind: 'low_credits'; left: number; cost: number; documents: number } }
    | { delivery: string }
  );
  /** Does the runs of one digest that are due. */
  digest: { team: string; digest: string };
  /** Deals with what was written down before it was acknowledged. */
  inbox: { team: string; id: string; body?: object };
  /** Posts a line of the outbox that belongs to no generation. */
  note: { team: string; delivery: string };
}

export type JobName = keyof JobPayloads;

export const jobNames = [
  'generation',
  'export',
  'card',
  'comments',
  'credits',
  'digest',
  'inbox',
  'note',
] as const satisfies JobName[];

export interface SendOptions {
  /** Joins this transaction: the job exists if and only if it commits. */
  tx?: Transaction;
  /**
   * At most one sent job of a key waits and at most one is at work, in all processes together. Sending while one
   * waits does nothing more; sending while one is at work queues one that starts when that ends.
   */
  key?: string;
}

export interface WorkOptions<N extends JobName> {
  /** How many run in this process at once. */
  capacity?: number;
  /** How many of them may be of one team; unless told, all but a tenth. */
  perTeam?: number;
  /**
   * Does the job. Where it returns, the job is done; where it throws, it is tried again a few times with backoff and
   * then is a dead letter. `signal` is aborted when this process stops or has lost its lease on the job: throw then
   * (for instance with `signal.throwIfAborted()`), and another process takes the job up at once.
   */
  handler(payload: JobPayloads[N], signal: AbortSignal): Promise<void>;
  /** Handles a job that will not be tried again. It is called until it returns, so it may be called twice. */
  onDeadLetter?(payload: JobPayloads[N]): Promise<void>;
}

/** Durable work, done at least once by some process, by one at a time. */
export interface Jobs {
  /** Jobs can be sent once it resolves; none is taken up before start(). */
  open(): Promise<void>;
  /** Opens, unless that is done, and takes up what there is. */
  start(): Promise<void>;
  /** Fetches no more, aborts the signals, waits up to `graceMs` for the handlers and releases what is left. */
  stop(options?: { graceMs?: number }): Promise<void>;
  /** True where a job was queued, false where one with the same key already waits. */
  send<N extends JobName>(name: N, payload: JobPayloads[N], options?: SendOptions): Promise<boolean>;
  /** Works on jobs of this name in this process; once per name, before or after start(). */
  work<N extends JobName>(name: N, options: WorkOptions<N>): void;
  /** Deletes a team's jobs. The handlers at work on them end by their signal or by themselves, and leave no row. */
  forget(team: string): Promise<void>;
  /** How many jobs are at work in this process; for metrics. */
  running(): number;
}
