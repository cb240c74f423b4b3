import { z } from 'zod';
import { budgetReasons } from '../asks/limits.ts';
import { type Ask, askSchema, workKinds } from '../asks/schema.ts';
import { errorReasons } from '../service/errors.ts';
import { exportFormats } from '../service/options.ts';
import { sourceReasons } from '../sources/problem.ts';
import { highlightsSchema } from '../sources/transcript/highlights.ts';
import type { WithSealed } from '../storage/sealed-columns.ts';
import type { ColumnsOf } from '../storage/tables.ts';

/**
 * The states of a generation.
 *
 *     queued -> collecting -> submitting -> following -> delivering -> delivered
 *
 * From each state before `delivered`, a generation can go to `failed` or `stopped`. In three other states, it waits for a person:
 *
 * - `unsure`: the create call was sent and no response came. A person decides whether to send it again, which may spend credits twice.
 * - `disconnected`: the team has no working connection, or one to another workspace. The generation continues when the team connects again.
 * - `late`: polling has taken too long. The generation continues after a click on "Check again".
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

/** States from which a generation can fail. */
export const RUNNING: State[] = ['queued', 'collecting', 'submitting', 'following', 'late', 'delivering'];
/** States in which the generation's job ends, after it has reported the outcome or asked the person a question. */
export const SETTLED: State[] = ['delivered', 'late', 'failed', 'stopped', 'unsure', 'disconnected'];
/**
 * States in which the generation's texts are deleted. After a failure the texts are kept until retention, because the asker may change the
 * ask and try again.
 */
const PURGED: State[] = ['delivered', 'stopped'];

/**
 * Returns true if the generation's texts are deleted in its state. The texts of a delivered picture are kept until retention, so that the
 * person can ask for another picture like it.
 */
export function isPurged({ state, work }: Pick<Generation, 'state' | 'work'>): boolean {
  return PURGED.includes(state) && !(state === 'delivered' && work === 'image');
}

/** Why a generation failed or waits. slack/ has a text for each reason. */
export const failureReasons = [
  ...errorReasons,
  'service_failed',
  ...sourceReasons,
  // The document is being made in a workspace that is no longer connected, so the generation waits.
  'elsewhere',
  // With the next three reasons, the document is delivered without its file.
  'export_late',
  'export_failed',
  'export_too_large',
  // The picture was made, but could not be posted in Slack.
  'picture_lost',
  // The asker of a change lost the right to change the document while the change waited.
  'no_longer_allowed',
  ...budgetReasons,
] as const;
export type FailureReason = (typeof failureReasons)[number];

export const failureSchema = z.object({
  reason: z.enum(failureReasons),
  /** The service's message, for example "themeId: unknown theme". */
  message: z.string().optional(),
  /** What Deckhand's own check found wrong with the request before it was sent, for example "numCards must be at most 75". */
  check: z.string().optional(),
  /** The service's `x-request-id` or Deckhand's reference. It is shown to people, so that support can find the failure. */
  reference: z.string().optional(),
  /** Whether trying again may help. Undefined if the service does not report it. */
  retryable: z.boolean().optional(),
  /** The wait that the service requests, in milliseconds. */
  retryAfterMs: z.number().optional(),
});
export type Failure = z.output<typeof failureSchema>;

/** A document at the service that may be the result of a create call to which Deckhand got no response. */
const foundSchema = z.object({
  docId: z.string(),
  docUrl: z.string().optional(),
  title: z.string(),
  /** When it was made (ISO 8601). */
  createdTime: z.string(),
  /** True if the asker said that this is not the requested document. */
  isDeclined: z.boolean().optional(),
});
export type FoundDocument = z.output<typeof foundSchema>;

/** Returns the found document while the asker is asked whether it is the requested one; otherwise undefined. */
export function offeredDocument({ state, found }: Generation): FoundDocument | undefined {
  return state === 'unsure' && found && !found.isDeclined ? found : undefined;
}

/**
 * The columns of `generations`. A new column needs a line here and a migration. JSON that this version of Deckhand cannot read is replaced
 * by a default, so that the asker still gets an outcome.
 */
const generationColumns = z.object({
  id: z.string(),
  team: z.string(),
  person: z.string(),
  /** Idempotency key, for example the id of the click or event that started the generation. */
  key: z.string(),
  state: z.enum(states),
  /** The kind of work that the service does (work/kinds.ts). Kept when the ask is deleted. */
  work: z.enum(workKinds).default('document').catch('document'),
  /** The ask. Its `prompt` is empty, because the prompt has its own column (store.ts). Null after retention, or if the document was deleted. */
  ask: askSchema.nullable().default(null).catch(null),
  /** The text of a thread, channel or file that the collect step has read. Deleted with the prompt. */
  collected: z.string().optional(),
  /** Short text for lists: the title, or the beginning of the prompt. */
  label: z.string(),
  /** Whether a run of a digest started the generation. Kept when the ask is deleted. */
  isDigest: z.boolean().default(false),
  /** Credits that were reserved when the create call was last sent (spending.ts). Undefined if the team had no budget at that time. */
  reserved: z.number().optional(),
  /** Credits that stay reserved for earlier create calls whose outcome is not known. */
  held: z.number().default(0),
  /** The id that the service has returned for the create call. It is needed for polls. */
  generationId: z.string().optional(),
  docId: z.string().optional(),
  docUrl: z.string().optional(),
  /** Hash of `docUrl` (`linkHash` in store.ts), because the link itself is encrypted and cannot be searched. */
  docLink: z.string().optional(),
  title: z.string().optional(),
  /** The document that a search found after a lost response. Only the asker may see it, because it may be another person's document. */
  found: foundSchema.optional().catch(undefined),
  exportAs: z.enum(exportFormats).optional(),
  /** The service's message about something in the request that it ignored. */
  warnings: z.string().optional(),
  /** Deckhand's note about what was left out of a thread or channel. */
  sourceNote: z.string().optional(),
  /** For a digest: what its message says about the messages that the digest has read. */
  highlights: highlightsSchema.optional().catch(undefined),
  credits: z
    .object({ deducted: z.number().optional(), remaining: z.number().optional() })
    .optional()
    .catch(undefined),
  failure: failureSchema.optional().catch({ reason: 'internal' }),
  /** Where the app's messages about the generation are posted. `rootTs` is the `ts` of the first message, which becomes the result card. */
  channel: z.string(),
  threadTs: z.string().optional(),
  rootTs: z.string().optional(),
  /** When the create call was sent. Undefined if no create call was sent, or if it certainly was not carried out. */
  submittedAt: z.date().optional(),
  /** When polling of the service for the result began, or when a person continued it. The time limit of polling begins then. */
  followSince: z.date().optional(),
  /** `ConnectionIds.account` of the connection with which the create call was sent. The document, if there is one, is in that account. */
  madeWith: z.string().optional(),
  /**
   * Id of a connection that the service refused, or whose workspace lacks the document. The generation is not resumed with this connection.
   */
  unknownTo: z.string().optional(),
  /** Slack's file id of the picture on the card. */
  thumbnail: z.string().optional(),
  /** Titles of the document's slides, in their order, for the card. Deleted after retention. */
  slideTitles: z.array(z.string()).optional().catch(undefined),
  /** When a person archived the document, or dismissed the failed ask from their lists. */
  archivedAt: z.date().optional(),
  /** When a person deleted the document. After that, the card says only that the document was deleted. */
  deletedAt: z.date().optional(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
type Columns = ColumnsOf<typeof generationColumns>;

/** The stored form of a generation, with encrypted texts. */
export interface GenerationTables {
  generations: WithSealed<'generations', Columns>;
}

export const generationSchema = generationColumns.omit({
  key: true,
  collected: true,
  isDigest: true,
  reserved: true,
  held: true,
  docLink: true,
  unknownTo: true,
});
export type Generation = z.output<typeof generationSchema>;

/** The columns that a transition may write in addition to the state. */
export type Changes = Partial<
  Omit<Columns, 'id' | 'team' | 'person' | 'key' | 'state' | 'createdAt' | 'updatedAt'>
>;

/** Returns when polling began, in milliseconds since the epoch. If polling has not begun, returns when the generation was created. */
export function beganAt({ followSince, createdAt }: Generation): number {
  return (followSince ?? createdAt).getTime();
}

type ChannelSource = Extract<Ask['source'], { kind: 'channel' }>;

/**
 * Returns the channel of a generation that ended because this channel had no messages; otherwise undefined. An empty channel is not
 * reported as a failure.
 */
export function emptyChannel({ state, failure, ask }: Generation): ChannelSource | undefined {
  if (state !== 'failed' || failure?.reason !== 'thread_empty') return undefined;
  return ask?.source.kind === 'channel' ? ask.source : undefined;
}
