import type { Ask } from '../asks/schema.ts';
import type { ExportFormat } from '../service/options.ts';

/**
 * The states of a generation.
 *
 *     queued -> collecting -> submitting -> following -> delivering -> delivered
 *
 * From any of them `failed` or `stopped`. Two wait for a person: `unsure` (the create call was sent and no answer
 * came; spending again needs a yes) and `disconnected` (the connection must be renewed; goes on by itself then).
 * `late` is `following` past its limit: the id is kept and `Check again` goes on.
 */
export const states = [
  'queued',
  'collecting',
  'submitting',
  'following',
  'late',
  'delivering',
  'delivered',
  'failed',
  'stopped',
  'unsure',
  'disconnected',
] as const;
export type State = (typeof states)[number];

/** Why a generation failed, as data; the words for it are built in slack/blocks. */
export type FailureReason =
  | 'no_credits'
  | 'forbidden'
  | 'unauthorized'
  | 'insufficient_scope'
  | 'invalid'
  | 'not_found'
  | 'rate_limited'
  | 'unavailable'
  | 'service_failed'
  | 'malformed'
  | 'source_unreadable'
  | 'source_empty'
  | 'source_too_long'
  /** Sources that are conversations; see sources/problem.ts. */
  | 'thread_gone'
  | 'thread_empty'
  | 'not_in_channel'
  | 'channel_archived'
  | 'not_a_member'
  | 'private_elsewhere'
  | 'unconnected'
  /** On a generation that waits: the configured key is refused; the document is in another workspace's making. */
  | 'key_refused'
  | 'elsewhere'
  /** On a delivered generation: the doc is there, its file is not, for this reason. */
  | 'export_late'
  | 'export_failed'
  | 'export_too_large'
  | 'internal';

export interface Failure {
  reason: FailureReason;
  /** The service's own sentence where there is one, e.g. "themeId: unknown theme". */
  message?: string;
  /** `x-request-id` of the service, or our own reference; shown so that support can find it. */
  reference?: string;
}

export interface Generation {
  id: string;
  team: string;
  person: string;
  state: State;
  /** The choices made; its `prompt` is left empty here (store.ts). Null past retention. */
  ask: Ask | null;
  /** Short text for lists: title, else the beginning of the prompt. */
  label: string;
  /** The service's id, once there is one. */
  generationId?: string;
  docId?: string;
  docUrl?: string;
  title?: string;
  exportAs?: ExportFormat;
  /** Said by the service: something asked for was dropped. */
  warnings?: string;
  /** Said by us: what was left out of a thread or channel, and why. */
  sourceNote?: string;
  credits?: { deducted?: number; remaining?: number };
  failure?: Failure;
  /** Where it was asked for; `rootTs` is our first message once posted, which is edited into the result card. */
  channel: string;
  threadTs?: string;
  rootTs?: string;
  /** When following began (or was taken up again by hand); the limit counts from here. */
  followSince?: Date;
  /** Names the connection that the create call was made with. */
  madeWith?: string;
  createdAt: Date;
  updatedAt: Date;
}
