import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ApiKey } from './api-keys.ts';
import type { ToldComment } from './audience/comments.ts';
import type { ToldVisit } from './audience/visits.ts';
import type { RecordedCall } from './calls.ts';
import type { Reply } from './http/answer.ts';
import type { Incoming } from './http/incoming.ts';
import type { Misbehaviour } from './misbehaviour/schema.ts';
import type { Authenticate } from './principal.ts';
import type { RateLimits } from './rate-limit.ts';
import type { Doc, Workspace } from './store/records.ts';

export interface ServiceStandInOptions {
  clock: Clock;
  /** API keys. A string belongs to the first member of the first workspace. */
  apiKeys: readonly (string | ApiKey)[];
  /** Port of the API; 0 (default) takes a free port. */
  port?: number;
  /** Port of the export files; 0 (default) takes a free port. */
  filesPort?: number;
  /** Folder where docs, generations and credits survive a restart; null (default) keeps them in memory. */
  dataDir?: string | null;
  /** Duration of a generation in milliseconds, or a range from which its id chooses. */
  generationMs?: number | readonly [number, number];
  /** Duration of an export in milliseconds, or a range. */
  exportMs?: number | readonly [number, number];
  /** For one generation in three the export link comes this much after `completed`. Milliseconds. */
  exportLagMs?: number;
  /** Resolution of pictures in exports. 1 (default) is the normal one; less is drawn faster. */
  fineness?: number;
  /** Most cards in one doc, as a limit of the plan. */
  maxCards?: number;
  /** Name of the service on its pages. */
  name?: string;
  rateLimits?: Partial<RateLimits>;
  /** Replaces the authentication. It gets the check of API keys, so that it can use it too. */
  authentication?: (byKey: Authenticate) => Authenticate;
  /** Handles paths outside of the API, e.g. OAuth metadata. */
  beside?: (incoming: Incoming) => Promise<Reply | undefined>;
  log?: Log;
}

/** What tests read and change, besides the HTTP interface. */
export interface Controls {
  /** Adds a fault. The returned function removes it. */
  misbehave(rule: Misbehaviour): () => void;
  /** Removes all faults. */
  behave(): void;
  /** Calls of the API and downloads, oldest first. */
  readonly calls: readonly RecordedCall[];
  clearCalls(): void;
  /**
   * Returns the credits left in a workspace (by default the first): those of one person, who spends them by OAuth, or
   * without a person those of the workspace, from which all spending is deducted.
   */
  credits(workspace?: string, person?: string): number;
  /** Sets the credits of one person, or of the workspace and all of its members. */
  setCredits(amount: number, workspace?: string, person?: string): void;
  /** Completes a generation, image or edit at its next poll, even one that would never end. */
  finishNow(jobId: string): void;
  /** Adds comments to a doc (its id or slug), or changes one. Returns the ids of the comments. */
  comment(doc: string, comment?: ToldComment): string[];
  /** Adds visits to a doc. Returns the ids of the readers. */
  visit(doc: string, visit?: ToldVisit): string[];
  /** Sets whose visits the doc's analytics count: all, or only the caller's own. */
  setAnalyticsScope(doc: string, scope: 'all' | 'self'): void;
}

export interface ServiceStandIn extends Controls {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Address of the API without `/v1.0`. */
  readonly baseUrl: string;
  /** Address of the export files; it differs from the API's. */
  readonly filesUrl: string;
  readonly workspaces: readonly Workspace[];
  /** All docs, deleted ones included. */
  readonly docs: readonly Doc[];
  /** Returns PNG pictures of the pages of a file that was drawn recently; null for any other file. */
  picturesOf(bytes: Uint8Array): Promise<Uint8Array[] | null>;
}
