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
import type { Policy } from './waits-and-limits.ts';

/** Dependencies of the steps of a generation. A step does the work of one state (runner.ts). */
export interface StepContext {
  db: Database;
  delivery: Delivery;
  /** Returns the service's client with this team's credentials; null if the team has no connection. */
  clientFor(team: string): Promise<ServiceClient | null>;
  /** Returns the connection that this team's requests use now; null if there is none. */
  connectionOf(team: string): Promise<ConnectionIds | null>;
  readSource: SourceReader;
  /** Called when the service has reported how many credits a team has left. */
  onCredits?(team: string, remaining: number): Promise<void>;
  /** Returns true if the cards of this team show pictures. */
  showsPictures(team: string): Promise<boolean>;
  /** Returns true if a document was made for a private conversation, or for one that Slack no longer shows to the app. */
  isOfPrivateConversation(team: string, docId: string, signal: AbortSignal): Promise<boolean>;
  /** Returns true if the person who asked for a change may still change the document. Throws if Slack does not respond. */
  mayStillChange(generation: Generation, signal: AbortSignal): Promise<boolean>;
  /** Called when a change of a document is delivered, to update the cards of the document itself and of its other changes. */
  documentChanged(change: Generation): Promise<void>;
  /** Called when an ask was accepted; for metrics. */
  onTaken?(generation: Generation): void;
  /** Called when a generation has changed its state; for metrics. */
  onState?(generation: Moved): void;
  /** Downloads export files. Sends no credentials. */
  fetch: typeof fetch;
  limitsOf: LimitsOf;
  /** Returns true if a person is in one of these user groups. Throws if Slack does not respond. */
  isInGroup(actor: Actor, groups: string[]): Promise<boolean>;
  /** Queues a message to the team's admins (delivery/admin-notes.ts). */
  tellAdmins(tx: Transaction, note: NewNote): Promise<boolean>;
  clock: Clock;
  /** Returns a number from 0 to 1, for jitter. */
  random(): number;
  log: Log;
  policy: Policy;
  limiters: { collect: ReadingTurns; submit: FairLimiter; poll: FairLimiter; files: FairLimiter };
}

/** The fields of a generation that are logged and counted when its state has changed. */
export type Moved = Pick<Generation, 'id' | 'state' | 'work' | 'failure'> &
  Partial<Pick<Generation, 'createdAt' | 'updatedAt'>>;

/**
 * Does the work of a generation's current state, and writes the next state before it returns. If a step is interrupted, any process may run
 * it again. The comment of each step says why this is safe.
 * @returns the updated generation; null or undefined if the runner has to read it from the database
 */
export type Step = (generation: Generation, run: Run) => Promise<Written>;
export type Written = Generation | null | undefined;

/** What a step receives: the dependencies, and the data of this run of the generation's job. */
export interface Run extends StepContext {
  /** Aborted when the process stops, when the process loses the job's lease, or when a person stops the generation. */
  signal: AbortSignal;
  /** The export link that polling has found. It is a secret, so it is kept only in memory and requested again after a crash. */
  exportUrl?: string;
}
