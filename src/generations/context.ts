import type { LRUCache } from 'lru-cache';
import type { fetch } from 'undici';
import type { Actor } from '../actor.ts';
import type { LimitsOf } from '../asks/limits.ts';
import type { Clock } from '../clock.ts';
import type { ConnectionIds } from '../connections/connection.ts';
import type { Log } from '../log.ts';
import type { ServiceClient } from '../service/client.ts';
import type { SourceReader } from '../sources/reader.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { NewNote } from './delivery/admin-notes.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { Generation } from './generation.ts';
import type { FairLimiter } from './limiter.ts';
import type { ReadingTurns } from './reading-turns.ts';
import type { StoredAsk } from './stored-ask.ts';
import type { Policy } from './waits-and-limits.ts';

/** What the steps of a generation need. A step does the work of one state of the generation (runner.ts). */
export interface StepContext {
  db: Database;
  delivery: Delivery;
  /** Returns the service's client with this team's credentials; null if the team has no connection. */
  clientFor(team: string): Promise<ServiceClient | null>;
  /** Returns the connection to the service that this team's requests use now; null if the team is not connected. */
  connectionOf(team: string): Promise<ConnectionIds | null>;
  readSource: SourceReader;
  /** Called when the service has reported how many credits a team has left, and how many it has just deducted. */
  onCredits?(team: string, remaining: number, deducted?: number): Promise<void>;
  /** Returns true if this team's result cards show a picture of the document. */
  showsPictures(team: string): Promise<boolean>;
  /** Returns true if a document was made for a private conversation (except one with Deckhand), or for one that Slack no longer shows. */
  isOfPrivateConversation(team: string, docId: string, signal: AbortSignal): Promise<boolean>;
  /** Returns true if the asker of a change may still change the document. Throws if Slack does not respond. */
  mayStillChange(generation: Generation, signal: AbortSignal): Promise<boolean>;
  /** Called when a change of a document is delivered, to update the cards of the document and of its other changes. */
  documentChanged(change: Generation): Promise<void>;
  /** Called when a new ask was stored; for metrics. */
  onTaken?(generation: Generation): void;
  /** Called when the state of a generation has changed; for metrics. */
  onState?(generation: Moved): void;
  /** Used to download export files. Sends no credentials. */
  fetch: typeof fetch;
  /** Generations that this process has just accepted, by id. Saves queries in their first run. `stored`: set for a short typed prompt. */
  started?: LRUCache<string, { generation: Generation; stored: StoredAsk | undefined }>;
  limitsOf: LimitsOf;
  /** Returns true if a person is in one of these Slack user groups. Throws if Slack does not respond. */
  isInGroup(actor: Actor, groups: string[]): Promise<boolean>;
  /** Adds a line about a generation to the audit trail (settings/audit.ts), in the transaction of what the line is about. */
  audit(tx: Transaction, line: AuditedGeneration): Promise<void>;
  /** Queues a direct message about credits to the team's admins (delivery/admin-notes.ts). */
  tellAdmins(tx: Transaction, note: NewNote): Promise<boolean>;
  clock: Clock;
  /** Returns a number from 0 to 1, for jitter. */
  random(): number;
  log: Log;
  policy: Policy;
  limiters: { collect: ReadingTurns; submit: FairLimiter; poll: FairLimiter; files: FairLimiter };
}

/** A line of the audit trail about a generation. `via`: `digest`, or `ask` if a person asked for it. */
export interface AuditedGeneration {
  team: string;
  person: string;
  what: 'conversation read' | 'shared' | 'made';
  object: string;
  via: 'digest' | 'ask';
}

/** The fields of a generation that are logged and counted after a change of its state. */
export type Moved = Pick<Generation, 'id' | 'state' | 'work' | 'failure'> &
  Partial<Pick<Generation, 'createdAt' | 'updatedAt'>>;

/**
 * Does the work of a state, and writes the next state if there is one. Must be safe to repeat, because any process may run it again.
 * @returns the updated generation; null or undefined if the runner must read it from the database
 */
export type Step = (generation: Generation, run: Run) => Promise<Written>;
export type Written = Generation | null | undefined;

/** What a step receives: the dependencies of all steps, and the data of the current run of the generation's job. */
export interface Run extends StepContext {
  /** Aborted when the process stops, when another process takes over the job, or when a person stops the generation. */
  signal: AbortSignal;
  /** The ask with its prompt, if the runner has it in memory (see `started`). Otherwise `fullAsk` reads it. */
  stored?: StoredAsk | undefined;
  /** True if this process has just written the generation's state, so no earlier run can have posted anything in this state. */
  isNewState?: boolean;
  /** The export link, if polling has returned it. The link is a secret and is not stored, so it is requested again after a crash. */
  exportUrl?: string;
}
