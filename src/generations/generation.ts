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
 * The states of a generation. From each state before `delivered`, it can go to `failed` or `stopped`.
 *
 *     queued -> collecting -> submitting -> following -> delivering -> delivered
 *
 * In three other states, it waits for a person:
 * - `unsure`: it is not known whether the create call succeeded. Sending it again may spend credits twice.
 * - `disconnected`: the team is not connected to the workspace that the generation needs.
 * - `late`: polling has taken too long. It continues after a click on "Check again".
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

/** States from which a generation can become `failed`. */
export const RUNNING: State[] = ['queued', 'collecting', 'submitting', 'following', 'late', 'delivering'];
/** States of a generation that has ended or waits for a person. Its job reports the state and then ends. */
export const SETTLED: State[] = ['delivered', 'late', 'failed', 'stopped', 'unsure', 'disconnected'];
/** States in which the generation's texts are deleted. After a failure they stay, because the asker may change the ask and try again. */
const PURGED: State[] = ['delivered', 'stopped'];

/** Returns true if the texts are deleted in this state. A picture's texts are kept, so that the person can ask for another one like it. */
export function isPurged({ state, work }: Pick<Generation, 'state' | 'work'>): boolean {
  return PURGED.includes(state) && !(state === 'delivered' && work === 'image');
}

/** Why a generation failed or waits. slack/ has a text for each reason. */
export const failureReasons = [
  ...errorReasons,
  'service_failed',
  ...sourceReasons,
  // The document is in another workspace of the service than the connected one, so the generation waits.
  'elsewhere',
  // `export_late`, `export_failed` and `export_too_large`: the document is delivered without its file.
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
  /** The errors that Deckhand found in the request before sending it, for example "numCards must be at most 75". */
  check: z.string().optional(),
  /** The service's `x-request-id` or Deckhand's own reference. People see it, so that support can find the failure in the logs. */
  reference: z.string().optional(),
  /** Whether trying again may help. Undefined if the service does not report it. */
  retryable: z.boolean().optional(),
  /** The wait that the service requests, in milliseconds. */
  retryAfterMs: z.number().optional(),
  /** Credits that the ask was expected to cost, if a limit did not allow them. */
  needed: z.number().optional(),
});
export type Failure = z.output<typeof failureSchema>;

/** A document at the service that may be the result of a create call whose response was lost. */
const foundSchema = z.object({
  docId: z.string(),
  docUrl: z.string().optional(),
  title: z.string(),
  createdTime: z.string(),
  /** True if the asker has answered that this is not the requested document. */
  isDeclined: z.boolean().optional(),
});
export type FoundDocument = z.output<typeof foundSchema>;

/** Returns the found document if the asker still has to confirm or decline it; otherwise undefined. */
export function offeredDocument({ state, found }: Generation): FoundDocument | undefined {
  return state === 'unsure' && found && !found.isDeclined ? found : undefined;
}

/** The columns of `generations`. Unreadable JSON becomes a default, because an error would prevent the generation from ending. */
const generationColumns = z.object({
  id: z.string(),
  team: z.string(),
  person: z.string(),
  /** Idempotency key, for example the id of the click or event that started the generation. */
  key: z.string(),
  state: z.enum(states),
  /** The kind of work: a document, a change and so on (work/kinds.ts). Kept when the ask is deleted. */
  work: z.enum(workKinds).default('document').catch('document'),
  /** The ask without its prompt, which has its own column (store.ts). Null after retention, or if the document was deleted. */
  ask: askSchema.nullable().default(null).catch(null),
  /** The text that was read from a thread, channel or file. Deleted with the prompt. */
  collected: z.string().optional(),
  /** Name of the generation in lists: the title of the ask, or the beginning of its prompt. */
  label: z.string(),
  /** Whether a digest started the generation. Kept when the ask is deleted. */
  isDigest: z.boolean().default(false),
  /** Credits that were reserved for the last create call (spending.ts). Undefined if the team had no budget at that time. */
  reserved: z.number().optional(),
  /** Credits that stay reserved for earlier create calls, because it is not known whether the service carried them out. */
  held: z.number().default(0),
  /** The id that the service returned for the create call. Polls need this id. */
  generationId: z.string().optional(),
  docId: z.string().optional(),
  docUrl: z.string().optional(),
  /** Hash of `docUrl` (`linkHash` in store.ts), because the link itself is encrypted and cannot be searched. */
  docLink: z.string().optional(),
  title: z.string().optional(),
  /** The document that a search found after a lost response. Only the asker may see it, because it may be another person's. */
  found: foundSchema.optional().catch(undefined),
  exportAs: z.enum(exportFormats).optional(),
  /** The service's message about parts of the request that it ignored. */
  warnings: z.string().optional(),
  /** Deckhand's note about what was left out of a thread or channel. */
  sourceNote: z.string().optional(),
  /** For a digest: what the result message says about the channel's messages. */
  highlights: highlightsSchema.optional().catch(undefined),
  credits: z
    .object({ deducted: z.number().optional(), remaining: z.number().optional() })
    .optional()
    .catch(undefined),
  failure: failureSchema.optional().catch({ reason: 'internal' }),
  /** Where Deckhand's messages about the generation are. `rootTs` is the `ts` of the first one, which becomes the result card. */
  channel: z.string(),
  threadTs: z.string().optional(),
  rootTs: z.string().optional(),
  /** When the create call was sent. Undefined if none was sent, or if the service certainly did not carry it out. */
  submittedAt: z.date().optional(),
  /** When polling last began: after the create call, or after a click such as "Check again". The time limit of polling starts here. */
  followSince: z.date().optional(),
  /** Account (`ConnectionIds.account`) of the connection that sent the create call. If a document was made, it is in this account. */
  madeWith: z.string().optional(),
  /** Id of the connection that cannot be used, because the service refused it or its workspace does not have the document. */
  unknownTo: z.string().optional(),
  /** Slack's file id of the picture on the result card. */
  thumbnail: z.string().optional(),
  /** Titles of the document's slides, in their order, for the card. Empty if the service returned none. Deleted after retention. */
  slideTitles: z.array(z.string()).optional().catch(undefined),
  /** When a person archived the document, or removed the failed ask from their lists. */
  archivedAt: z.date().optional(),
  /** When a person deleted the document. The card then says only that the document was deleted. */
  deletedAt: z.date().optional(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
type Columns = ColumnsOf<typeof generationColumns>;

/** The table `generations` as it is stored, with encrypted texts. */
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

/** Returns when polling last began, in milliseconds since the epoch. If it has not begun, returns when the generation was created. */
export function beganAt({ followSince, createdAt }: Generation): number {
  return (followSince ?? createdAt).getTime();
}

type ChannelSource = Extract<Ask['source'], { kind: 'channel' }>;

/** Returns the channel if it had no messages; otherwise undefined. Cards show an empty channel as an ordinary outcome, not as a failure. */
export function emptyChannel({ state, failure, ask }: Generation): ChannelSource | undefined {
  if (state !== 'failed' || failure?.reason !== 'thread_empty') return undefined;
  return ask?.source.kind === 'channel' ? ask.source : undefined;
}
