import type { Ask } from '../../asks/schema.ts';
import type { ServiceClient } from '../../service/client.ts';
import type { GenerationStatus } from '../../service/routes/generations.ts';
import type { Run } from '../context.ts';
import type { Failure, Generation } from '../generation.ts';
import type { Policy } from '../waits-and-limits.ts';

/** What differs between the kinds of work (kinds.ts). The code for all kinds is in runner.ts and steps/. */
export interface Work {
  /** Makes the create call, which spends credits. @param text the text that was read from the source, or else the prompt */
  submit(client: ServiceClient, ask: Ask, text: string): Promise<Submitted>;
  /** Reads the status of the work once. @param id the id that `submit` returned */
  poll(client: ServiceClient, id: string, signal: AbortSignal): Promise<WorkStatus>;
  limits(policy: Policy): Limits;
  /** Returns 'picture' if the result is always posted as a picture. Undefined if the asker chooses whether to get a file. */
  file?(): 'picture';
  /** Returns true if the service has returned all that delivery needs, such as the export link. If not, polling continues for a while. */
  isWhole(generation: Generation, completed: Completed): boolean;
  /** Requests the export link from the service. Used if polling has not returned the link, or if a crash has lost it. */
  link(generation: Generation, client: ServiceClient, run: Run): Promise<Link>;
  /** Returns true if the error proves, for this kind of work only, that the create call was refused and spent nothing. */
  isRefusal?(error: unknown): boolean;
  /** Returns a failure if the work must not be submitted any more; otherwise undefined. Called before each create call, after `turn`. */
  whyNotSent?(generation: Generation, run: Run): Promise<Failure | undefined>;
  /** Returns what the work waits for if other work of the team comes first. Undefined if the work may be submitted now. */
  turn?(generation: Generation, run: Run): Promise<Wait | undefined>;
  /** Returns what the work waits for if the service has refused it for now; undefined for any other error. */
  waitAfter?(error: unknown, generation: Generation, run: Run): Promise<Wait | undefined>;
}

export interface Submitted {
  id: string;
  /** The service's message about parts of the request that it ignored. */
  warnings?: string | undefined;
}

/** Time limits in milliseconds. */
export interface Limits {
  /** Maximum time of polling. After that, the asker is asked whether to continue. */
  follow: number;
  /** How long to repeat a create call that the service certainly did not carry out. */
  submitRetry: number;
  /** How long to search for the document of a create call without a response. Undefined if a search cannot find it. */
  look?: number;
}

/** The export link, or why there is none. The link is a secret. */
export type Link =
  /** `ending`: the file's extension. Undefined if the kind of file determines it. */
  { url: string; ending?: string } | { failure: Failure };

type Failed = Extract<GenerationStatus, { status: 'failed' }>;
export type Completed = Extract<GenerationStatus, { status: 'completed' }>;

/** The result of a poll. `retryable`: whether a new ask may succeed; undefined if the service does not report this. */
export type WorkStatus =
  | { status: 'pending' }
  | (Pick<Failed, 'status' | 'error' | 'credits'> & { retryable?: boolean | undefined })
  | Completed;

/** What an ask waits for before it is submitted or while it is polled. The card shows this. */
export type Wait =
  /** The service is busy or unreachable. `askedMs`: milliseconds that the service asks us to wait. */
  | { for: 'service'; askedMs?: number; isUnreachable?: boolean }
  /** Another change of the same document is in progress. It was started with Deckhand or at the service itself. */
  | { for: 'other_change' }
  /** The workspace's limit of thorough documents is reached. `underWay` others are in progress, `ahead` asks wait before this one. */
  | { for: 'turn'; underWay: number; ahead: number };
