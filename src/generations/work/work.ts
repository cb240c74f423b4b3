import type { Ask } from '../../asks/schema.ts';
import type { ServiceClient } from '../../service/client.ts';
import type { GenerationStatus } from '../../service/routes/generations.ts';
import type { Run } from '../context.ts';
import type { Failure, Generation } from '../generation.ts';
import type { Policy } from '../waits-and-limits.ts';

/**
 * A kind of work that takes the service minutes. It has everything in which the kinds (kinds.ts) differ. All else is the same for all
 * kinds: they are submitted once, polled and delivered (runner.ts, steps/).
 */
export interface Work {
  /** Makes the one call that spends credits. @param text the text that the collect step has read, or the prompt if there is no source */
  submit(client: ServiceClient, ask: Ask, text: string): Promise<Submitted>;
  /** @param id the id that `submit` returned */
  poll(client: ServiceClient, id: string, signal: AbortSignal): Promise<WorkStatus>;
  limits(policy: Policy): Limits;
  /** Returns the kind of file that is posted. Defined only for a kind of work that always posts the same kind of file. */
  file?(): 'picture';
  /** Returns false if the address or the export link is still missing. A later poll may return it, perhaps after a minute or two. */
  isWhole(generation: Generation, completed: Completed): boolean;
  /** Gets the export link from the service. Used if polling has not returned the link, or if it was lost in a crash. */
  link(generation: Generation, client: ServiceClient, run: Run): Promise<Link>;
  /** Returns true if the error definitely refuses this kind of work, although for other kinds it leaves the outcome unknown. */
  isRefusal?(error: unknown): boolean;
  /** Returns why the work must no longer be submitted; undefined if it may be. Called before each attempt, after `turn`. */
  whyNotSent?(generation: Generation, run: Run): Promise<Failure | undefined>;
  /** Returns why the work has to wait, if other work of the team must be submitted first or must end first; otherwise undefined. */
  turn?(generation: Generation, run: Run): Promise<Wait | undefined>;
  /** Returns why the work waits after a temporary refusal; undefined for any other error. */
  waitAfter?(error: unknown, generation: Generation, run: Run): Promise<Wait | undefined>;
}

export interface Submitted {
  id: string;
  /** The service's message about something in the request that it ignored. */
  warnings?: string | undefined;
}

/** Limits in milliseconds. */
export interface Limits {
  /** Maximum time of polling. After it, the asker is asked whether to continue. */
  follow: number;
  /** How long to retry a create call that was certainly not carried out. */
  submitRetry: number;
  /** How long to search for the document after a create call without a response. Undefined if it cannot be found by a search. */
  look?: number;
}

/** The export link, which is a secret, or why there is none. */
export type Link =
  /** `ending` is the file extension, if the kind of file does not imply it. */
  { url: string; ending?: string } | { failure: Failure };

type Failed = Extract<GenerationStatus, { status: 'failed' }>;
export type Completed = Extract<GenerationStatus, { status: 'completed' }>;

/** The result of a poll. `retryable`: whether trying again may help; undefined if the service does not report it. */
export type WorkStatus =
  | { status: 'pending' }
  | (Pick<Failed, 'status' | 'error' | 'credits'> & { retryable?: boolean | undefined })
  | Completed;

/** Why an ask has not been submitted yet, or why polling pauses. Shown on the card. */
export type Wait =
  /** The service is busy, or cannot be reached. `askedMs` is the wait that the service requests, in milliseconds. */
  | { for: 'service'; askedMs?: number; isUnreachable?: boolean }
  /** Another change of the same document is in progress: ours, or one that was made at the service itself. */
  | { for: 'other_change' }
  /** The workspace has reached its limit of jobs. `underWay` other jobs are in progress, and `ahead` asks wait before this one. */
  | { for: 'turn'; underWay: number; ahead: number };
