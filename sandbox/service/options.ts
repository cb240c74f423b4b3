import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ApiKey } from './api-keys.ts';
import type { ToldComment } from './audience/comments.ts';
import type { ToldVisit } from './audience/visits.ts';
import type { RecordedCall } from './calls.ts';
import type { Feature } from './deployment.ts';
import type { Reply } from './http/answer.ts';
import type { Incoming } from './http/incoming.ts';
import type { Misbehaviour } from './misbehaviour/schema.ts';
import type { Authenticate } from './principal.ts';
import type { RateLimits } from './rate-limit.ts';
import type { Workspace } from './store/records.ts';

export interface ServiceStandInOptions {
  clock: Clock;
  /** Keys of the first workspace's first member, or of whoever is named. */
  apiKeys: readonly (string | ApiKey)[];
  /** 0 (as it is): any free one. */
  port?: number;
  /** Of the host of export files; 0 (as it is): any free one. */
  filesPort?: number;
  /** The address to listen on, 127.0.0.1 as it is. */
  host?: string;
  /** Docs, generations and credits are kept here over a restart; null (as it is): in memory only. */
  dataDir?: string | null;
  /** How long a generation takes, in milliseconds; a range means: chosen by its id. */
  generationMs?: number | readonly [number, number];
  /** How long drawing an export takes. */
  exportMs?: number | readonly [number, number];
  /** How much later than `completed` the export link comes, for one generation in three. */
  exportLagMs?: number;
  /** How fine pictures in exports are; 1 (as it is): for people to look at, less: drawn faster. */
  fineness?: number;
  /** The plan's most cards in one doc. */
  maxCards?: number;
  /** Routes that this deployment does not have, e.g. `GET /gammas/{gammaId}`. */
  lacks?: readonly string[];
  /** Agent jobs under way in all workspaces together; beyond them agents are busy (503). */
  agentCapacity?: number;
  /** Nobody reads or comments by themselves, only those who are told to. */
  quiet?: boolean;
  /** What the service calls itself on its pages. */
  name?: string;
  /** How the renamed fields are spelled: gammaId and gammaUrl, or docId and docUrl. */
  names?: 'live' | 'interface';
  rateLimits?: Partial<RateLimits>;
  /** Tells who is calling; is handed the API keys' way, to fall back on. */
  authentication?: (byKey: Authenticate) => Authenticate;
  /** Asked about what is not the API's: an authorization server, for one. */
  beside?: (incoming: Incoming) => Promise<Reply | undefined>;
  log?: Log;
}

/** What a test may look at and do, in the same process or through `/__control/…`. */
export interface Controls {
  /** Makes something go wrong; the function ends it. */
  misbehave(rule: Misbehaviour): () => void;
  /** Ends all misbehaviour. */
  behave(): void;
  /** Calls of the API and downloads, oldest first. */
  readonly calls: readonly RecordedCall[];
  clearCalls(): void;
  /**
   * What is left in a workspace (its id; the first where none is named): to one of its people who spend their own by
   * OAuth, or where nobody is named, of all of it as if it were one purse.
   */
  credits(workspace?: string, person?: string): number;
  /** Gives so much to one person, or to the workspace and everybody in it. */
  setCredits(amount: number, workspace?: string, person?: string): void;
  /** The generation, image or edit is over at its next poll, even one that would never end. */
  finishNow(jobId: string): void;
  /** Somebody says something in a doc (its id or slug), or a comment there is changed; the ids of the comments. */
  comment(doc: string, comment?: ToldComment): string[];
  /** Somebody reads a doc; the ids of the readers. */
  visit(doc: string, visit?: ToldVisit): string[];
  /** Whose reading the doc's analytics count: everybody's, or the caller's own. */
  setAnalyticsScope(doc: string, scope: 'all' | 'self'): void;
  /** Makes routes unknown, as on a deployment without them; the earlier ones are there again. */
  setLacking(routes: readonly string[]): void;
  /** Switches a feature of a workspace's plan off or on; without it 403. */
  setFeature(feature: Feature, isOn: boolean, workspace?: string): void;
  /** Agent jobs under way in all workspaces together, beyond which agents are busy; 0: always. */
  setAgentCapacity(most: number): void;
  /** Whether people come by themselves to read and comment. */
  setQuiet(quiet: boolean): void;
}

export interface ServiceStandIn extends Controls {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Without `/v1.0`. */
  readonly baseUrl: string;
  /** Another host than the API's: export links point there. */
  readonly filesUrl: string;
  readonly workspaces: readonly Workspace[];
  /** PNG pictures of the cards in a file that it has drawn lately; null for any other. */
  picturesOf(bytes: Uint8Array): Promise<Uint8Array[] | null>;
}
