import type { fetch } from 'undici';
import type { Clock } from '../clock.ts';
import type { ConnectionIds } from '../connections/connection.ts';
import type { Log } from '../log.ts';
import type { ServiceClient } from '../service/client.ts';
import type { SourceReader } from '../sources/reader.ts';
import type { Database } from '../storage/database.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { DeliveryRow } from './delivery/outbox.ts';
import type { Generation } from './generation.ts';
import type { FairLimiter } from './limiter.ts';
import type { StoredAsk, ToRun } from './stored-ask.ts';
import type { Policy } from './waits-and-limits.ts';

/** Everything that the steps of a generation work with. */
export interface StepContext {
  db: Database;
  delivery: Delivery;
  /** The service as this team may use it; null where the team has no connection. */
  clientFor(team: string): Promise<ServiceClient | null>;
  /** Names the connection that this team's requests are made with at this moment; null where there is none. */
  connectionOf(team: string): Promise<ConnectionIds | null>;
  /** The text of an ask's source; throws SourceProblem where it cannot be had. */
  readSource: SourceReader;
  /** The service has said how many credits a team has left. */
  onCredits?(team: string, remaining: number): Promise<void>;
  /** Whether the cards of this team show pictures. */
  showsPictures(team: string): Promise<boolean>;
  /** A change of a document is through: what else is said of it follows. */
  documentChanged(change: Generation): Promise<void>;
  /** Asks that this process has written a moment ago, by generation: most are run at once, and here. */
  started?: {
    get(id: string): ToRun | undefined;
    set(id: string, started: ToRun): unknown;
    delete(id: string): unknown;
  };
  /** An ask was taken; for metrics and traces. */
  onTaken?(generation: Generation): void;
  /** A process begins with the step of a generation's state; for traces. */
  onStep?: ((generation: Generation) => void) | undefined;
  /** A generation has come to its state; for metrics and traces. */
  onState?(generation: Pick<Generation, 'id' | 'state' | 'work' | 'failure'>): void;
  /** For export files; no credentials travel with it. */
  fetch: typeof fetch;
  clock: Clock;
  /** 0 to 1, for jitter. */
  random(): number;
  log: Log;
  policy: Policy;
  limiters: { collect: FairLimiter; submit: FairLimiter; poll: FairLimiter; files: FairLimiter };
}

/**
 * One step takes a generation from its state to the next and writes that down before it returns. A step found half
 * done is simply run again, by any process; each one says why that is safe.
 * @returns the generation as it was written; nothing where it has to be read to know what has become of it
 */
export type Step = (generation: Generation, context: StepContext, run: Run) => Promise<Written>;
export type Written = Generation | null | undefined;

/** One run of one generation in this process. */
export interface Run {
  /** Aborted when the process stops, loses its lease, or a person stops the generation. */
  signal: AbortSignal;
  /** The export link, known from following to delivering. A secret: in memory alone, asked for again after a crash. */
  exportUrl?: string;
  /** The ask, where it was read with its generation. */
  stored?: StoredAsk | undefined;
  /** The row of the line that tells of the outcome, where it was written with its state: that line is posted next. */
  notice?: DeliveryRow | undefined;
}
