import { z } from 'zod';
import { budgetReasons } from '../asks/limits.ts';
import { type Ask, askSchema, workKinds } from '../asks/schema.ts';
import { errorReasons } from '../service/errors.ts';
import { exportFormats } from '../service/options.ts';
import { sourceReasons } from '../sources/problem.ts';
import type { WithSealed } from '../storage/sealed-columns.ts';
import type { ColumnsOf } from '../storage/tables.ts';

/**
 * The states of a generation.
 *
 *     queued -> collecting -> submitting -> following -> delivering -> delivered
 *
 * From each of these it can go to `failed` or `stopped`. In three other states it waits for a person: `unsure` (the create call was sent
 * and no response came, so a person decides whether to spend again), `disconnected` (it continues when the team is connected again) and
 * `late` (following has taken too long; it continues after a click on "Check again").
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
/** States in which a run ends, after it has reported the outcome or asked the person a question. */
export const SETTLED: State[] = ['delivered', 'late', 'failed', 'stopped', 'unsure', 'disconnected'];
/** States in which texts are deleted. After a failure they are kept until retention, because the asker may change the ask and try again. */
const PURGED: State[] = ['delivered', 'stopped'];

/** Returns true if texts are deleted. A picture's texts are kept until retention, so that the person can ask for another one like it. */
export function isPurged({ state, work }: Pick<Generation, 'state' | 'work'>): boolean {
  return PURGED.includes(state) && !(state === 'delivered' && work === 'image');
}

/** Why a generation failed or waits. slack/ has a text for each reason. */
export const failureReasons = [
  ...errorReasons,
  'service_failed',
  ...sourceReasons,
  // The generation waits because its document is made in another workspace.
  'elsewhere',
  // With these three, the document is delivered without its file.
  'export_late',
  'export_failed',
  'export_too_large',
  // The picture was made, but not uploaded to Slack.
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
  /** What our own check found, for example "numCards must be at most 75". */
  check: z.string().optional(),
  /** The service's `x-request-id` or our own reference, which is shown so that support can find the failure. */
  reference: z.string().optional(),
  /** Whether trying again may help. Undefined if the service does not report it. */
  retryable: z.boolean().optional(),
  /** The wait that the service asked for, in milliseconds. */
  retryAfterMs: z.number().optional(),
});
export type Failure = z.output<typeof failureSchema>;

/**
 * The columns of `generations`. A new column is a line here and a migration. JSON that this version cannot read is replaced by a default, so
 * that the asker still gets an outcome.
 */
const generationColumns = z.object({
  id: z.string(),
  team: z.string(),
  person: z.string(),
  /** Idempotency key, for example the id of the click or event that started the generation. */
  key: z.string(),
  state: z.enum(states),
  /** What the service does (work/kinds.ts). It is kept when the ask is deleted. */
  work: z.enum(workKinds).default('document').catch('document'),
  /** The ask, with an empty `prompt` (store.ts). Null after retention. */
  ask: askSchema.nullable().default(null).catch(null),
  /** The text of a thread, channel or file that the collect step has read. Deleted with the prompt. */
  collected: z.string().optional(),
  /** Short text for lists: the title, or the beginning of the prompt. */
  label: z.string(),
  /** Whether a run of a digest started the generation. Kept when the ask is deleted. */
  isDigest: z.boolean().default(false),
  /** Credits that were reserved when the create call was last sent (spending.ts). Undefined if the team had no budget then. */
  reserved: z.number().optional(),
  /** Credits that stay reserved for earlier create calls whose outcome is not known. */
  held: z.number().default(0),
  /** The service's id. Undefined until the service has returned it. */
  generationId: z.string().optional(),
  docId: z.string().optional(),
  docUrl: z.string().optional(),
  title: z.string().optional(),
  exportAs: z.enum(exportFormats).optional(),
  /** The service's message about something in the request that it ignored. */
  warnings: z.string().optional(),
  /** Our note about what was left out of a thread or channel. */
  sourceNote: z.string().optional(),
  credits: z
    .object({ deducted: z.number().optional(), remaining: z.number().optional() })
    .optional()
    .catch(undefined),
  failure: failureSchema.optional().catch({ reason: 'internal' }),
  /** Where the messages are posted. `rootTs` is the `ts` of our first message, which becomes the result card. */
  channel: z.string(),
  threadTs: z.string().optional(),
  rootTs: z.string().optional(),
  /** When the create call was sent. Undefined if it certainly was not carried out. */
  submittedAt: z.date().optional(),
  /** When following began or was continued by a person. Its time limit counts from here. */
  followSince: z.date().optional(),
  /** Id of the service's account that made the document (`ConnectionIds`). */
  madeWith: z.string().optional(),
  /** Id of the connection that the service refused, or that does not know the document. It is not tried again. */
  unknownTo: z.string().optional(),
  /** Slack's id of the picture on the card. */
  thumbnail: z.string().optional(),
  /** When a person archived the document. */
  archivedAt: z.date().optional(),
  /** When a person deleted the document. Only a card that says this is left. */
  deletedAt: z.date().optional(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
type Columns = ColumnsOf<typeof generationColumns>;

/** The stored form: texts are encrypted. */
export interface GenerationTables {
  generations: WithSealed<'generations', Columns>;
}

export const generationSchema = generationColumns.omit({
  key: true,
  collected: true,
  isDigest: true,
  reserved: true,
  held: true,
  unknownTo: true,
});
export type Generation = z.output<typeof generationSchema>;

/** The columns that a transition may write in addition to the state. */
export type Changes = Partial<
  Omit<Columns, 'id' | 'team' | 'person' | 'key' | 'state' | 'createdAt' | 'updatedAt'>
>;

/** Returns the time from which elapsed time counts, in milliseconds since the epoch: when following began, before that when it was asked for. */
export function beganAt({ followSince, createdAt }: Generation): number {
  return (followSince ?? createdAt).getTime();
}

type ChannelSource = Extract<Ask['source'], { kind: 'channel' }>;

/** Returns the channel if a generation ended because the channel had no messages, which is not reported as a failure; otherwise undefined. */
export function emptyChannel({ state, failure, ask }: Generation): ChannelSource | undefined {
  if (state !== 'failed' || failure?.reason !== 'thread_empty') return undefined;
  return ask?.source.kind === 'channel' ? ask.source : undefined;
}
