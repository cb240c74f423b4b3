import type { Transaction } from '../storage/database.ts';
import type { JobName, JobPayloads } from './names.ts';

export interface SendOptions {
  /** Joins this transaction: the job exists if and only if it commits. */
  tx?: Transaction;
  startAfter?: Date;
  /**
   * Of all jobs with the same key at most one waits and at most one is at work, in all processes together.
   * Sending while one waits does nothing; sending while one is at work queues one that starts when that ends.
   */
  key?: string;
}

export interface Taking<N extends JobName> {
  /** How many run in this process at once. */
  capacity?: number;
  /**
   * Does the job. Returns: it is done. Throws: tried again a few times with backoff, then `onDead`.
   * `signal` is aborted when this process must let go (it stops, or it was declared dead): throw then (for
   * instance with `signal.throwIfAborted()`) and another process takes the job up at once.
   */
  handler(payload: JobPayloads[N], signal: AbortSignal): Promise<void>;
  /** The last word on a job that will not be tried again; may be called twice after a crash. */
  onDead?(payload: JobPayloads[N], error: unknown): Promise<void>;
}

/** Durable work, done at least once by some process, by one at a time. */
export interface Jobs {
  start(): Promise<void>;
  /** Fetches no more, aborts the signals, waits up to `graceMs` for handlers and gives back what is left. */
  stop(options?: { graceMs?: number }): Promise<void>;
  /** True where a job was queued, false where one with the same key already waits. */
  send<N extends JobName>(name: N, payload: JobPayloads[N], options?: SendOptions): Promise<boolean>;
  /** Starts taking jobs of this name; once per name, before or after start(). */
  take<N extends JobName>(name: N, taking: Taking<N>): void;
  /** Strikes a team's jobs out of the queue, ended ones too; what is at work ends by itself and leaves no row. */
  forget(team: string): Promise<void>;
  /** How many jobs are at work in this process; for metrics. */
  running(): number;
}
