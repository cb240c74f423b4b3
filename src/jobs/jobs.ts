import type { Transaction } from '../storage/database.ts';

/** The payload of each kind of job. Every payload names its team. */
export interface JobPayloads {
  /** Runs one generation until it ends or waits for a person. The job stays active while the service is polled for the result. */
  generation: { team: string; generation: string };
  /** Exports a delivered document and posts the file. */
  export: { team: string; delivery: string };
  /** Updates the result card of a generation after its document was changed, archived or deleted. */
  card: { team: string; generation: string };
  /** Checks a document for new comments and queues a message about them. */
  comments: { team: string; generation: string; due: string };
  /** Queues a message about credits for each admin or person who should get it (generations/delivery/admin-notes.ts). */
  credits: { team: string; at: string; key: string; note: { kind: string } };
  /** Carries out the due runs of a digest, which are stored in `digest_runs` with the state `claimed` (digests/run.ts). */
  digest: { team: string; digest: string };
  /** Handles an event that was stored before Deckhand acknowledged it to Slack (inbox.ts). */
  inbox: { team: string; id: string; body?: object };
  /** Posts one message of the outbox (generations/delivery/queued-posts.ts). */
  post: { team: string; delivery: string };
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
  'post',
] as const satisfies JobName[];

export interface SendOptions {
  /** Sends the job as part of this transaction, so that the job exists only if the transaction commits. */
  tx?: Transaction;
  /** Prevents duplicates. If a job with this key waits, its payload is replaced. If one is active, the new job waits. Default: random. */
  key?: string;
}

export interface WorkOptions<N extends JobName> {
  /** Maximum jobs that this process runs at once. */
  capacity?: number;
  /** Maximum jobs of one team that this process runs at once. Default: nine tenths of `capacity`, so that other teams can run jobs, too. */
  perTeam?: number;
  /**
   * Runs the job. If the handler throws, it is called again. After the last try, the job becomes a dead letter. The handler should throw
   * after `signal` is aborted, so that another process can continue the job.
   */
  handler(payload: JobPayloads[N], signal: AbortSignal): Promise<void>;
  /** Handles a dead letter, which is a job that was given up. Called again if it throws, so it must be safe to call again. */
  onDeadLetter?(payload: JobPayloads[N]): Promise<void>;
}

/** Durable jobs. Each job is run at least once, by one process at a time. */
export interface Jobs {
  /** Prepares the queue, so that jobs can be sent. Jobs are fetched only after start(). */
  open(): Promise<void>;
  /** Calls open() if necessary, and begins to fetch jobs. */
  start(): Promise<void>;
  /** Stops fetching, aborts the handlers' signals, waits up to `graceMs` for the handlers, and releases the jobs that have not ended. */
  stop(options?: { graceMs?: number }): Promise<void>;
  /** Sends a job. @returns false if a job with the same key was already waiting, so that only its payload was replaced */
  send<N extends JobName>(name: N, payload: JobPayloads[N], options?: SendOptions): Promise<boolean>;
  /** Runs jobs of this name in this process. Call it once per name, before or after start(). */
  work<N extends JobName>(name: N, options: WorkOptions<N>): void;
  /** Deletes a team's jobs. A handler that is running is aborted later, when its lease cannot be renewed. */
  forget(team: string): Promise<void>;
  running(): number;
}
