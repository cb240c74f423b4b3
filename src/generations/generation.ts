import { z } from 'zod';
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
 * From any of them `failed` or `stopped`. Two wait for a person: `unsure` (unknown outcome: the create call was sent and no answer
 * came; spending again needs a yes) and `disconnected` (the connection must be renewed; goes on by itself then).
 * `late` is `following` past its limit, overdue: the id stays and `Check again` goes on.
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

/** States in which something runs; a person's stop or a failure may come in any of them. */
export const RUNNING: State[] = ['queued', 'collecting', 'submitting', 'following', 'late', 'delivering'];
/** A run ends here: the outcome, or the question to a person, is reported and nothing more is done. */
export const SETTLED: State[] = ['delivered', 'late', 'failed', 'stopped', 'unsure', 'disconnected'];
/** Texts are deleted here. After a failure the person may change the ask and try again, so they stay until retention. */
const PURGED: State[] = ['delivered', 'stopped'];

/** A picture may be asked for again in the same words, so they stay until retention. */
export function isPurged({ state, work }: Pick<Generation, 'state' | 'work'>): boolean {
  return PURGED.includes(state) && !(state === 'delivered' && work === 'image');
}

/** Why a generation failed, as data; the sentences for it are built in slack/. */
export const failureReasons = [
  ...errorReasons,
  'service_failed',
  ...sourceReasons,
  // On a generation that waits: another workspace makes the document.
  'elsewhere',
  // On a delivered generation: the document is there, its file is not.
  'export_late',
  'export_failed',
  'export_too_large',
  // The picture was made, and did not get into Slack.
  'picture_lost',
] as const;
export type FailureReason = (typeof failureReasons)[number];

const failureSchema = z.object({
  reason: z.enum(failureReasons),
  /** The service's own sentence where there is one, e.g. "themeId: unknown theme". */
  message: z.string().optional(),
  /** `x-request-id` of the service, or our own reference; shown so that support can find it. */
  reference: z.string().optional(),
  /** The change that is under way in place of this one, by the service's id. */
  editId: z.string().optional(),
  /** The service's word on whether asking once more may help; none where it has not said. */
  retryable: z.boolean().optional(),
});
export type Failure = z.output<typeof failureSchema>;

/**
 * The columns of `generations`, and the only list of them: a new one is a line here and a migration. JSON that another
 * version wrote and this one cannot read is replaced and not refused, so that the person gets an outcome all the same.
 */
const generationColumns = z.object({
  id: z.string(),
  team: z.string(),
  person: z.string(),
  /** Names the one click or event that it came from: the same key again finds the same row. */
  key: z.string(),
  state: z.enum(states),
  /** What the service does (work/works.ts); unlike the ask, it is known for good. */
  work: z.enum(workKinds).default('document').catch('document'),
  /** The choices made; its `prompt` is left empty in a Generation (store.ts). Null past retention. */
  ask: askSchema.nullable().default(null).catch(null),
  /** The text that collecting made of a thread, a channel or a file; deleted with the ask. */
  collected: z.string().optional(),
  /** Conversions of the source that were begun since one has ended (steps/conversion.ts). */
  conversions: z.number().optional(),
  /** Short text for lists: title, else the beginning of the prompt. */
  label: z.string(),
  /** The service's id, once there is one. */
  generationId: z.string().optional(),
  docId: z.string().optional(),
  docUrl: z.string().optional(),
  title: z.string().optional(),
  exportAs: z.enum(exportFormats).optional(),
  /** Said by the service: something asked for was dropped. */
  warnings: z.string().optional(),
  /** Said by us: what was left out of a thread or channel, and why. */
  sourceNote: z.string().optional(),
  credits: z
    .object({ deducted: z.number().optional(), remaining: z.number().optional() })
    .optional()
    .catch(undefined),
  failure: failureSchema.optional().catch({ reason: 'internal' }),
  /** Where it was asked for; `rootTs` is our first message once posted, which is edited into the result card. */
  channel: z.string(),
  threadTs: z.string().optional(),
  rootTs: z.string().optional(),
  /** When the create call went out; none where it was certainly not carried out. */
  submittedAt: z.date().optional(),
  /** When following began (or was taken up again by hand); the limit counts from here. */
  followSince: z.date().optional(),
  /** Names the account at the service that the create call was made with (`ConnectionIds`). */
  madeWith: z.string().optional(),
  /** Names the connection that does not know the document, which is not tried again. */
  unknownTo: z.string().optional(),
  /** Of a change that gave way to another one: the person's own is kept for later, or was sent anew since. */
  ownWish: z.enum(['kept', 'sent']).optional(),
  /** Slack's file of the first slide, once a card can show it. */
  thumbnail: z.string().optional(),
  /** When a person archived the document. */
  archivedAt: z.date().optional(),
  /** When a person deleted the document; nothing is left of it but the card that says so. */
  deletedAt: z.date().optional(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
type Columns = ColumnsOf<typeof generationColumns>;

/** As stored: texts are sealed, and the two that no list needs have columns of their own. */
export interface GenerationTables {
  generations: WithSealed<'generations', Columns>;
}

export const generationSchema = generationColumns.omit({
  key: true,
  collected: true,
  conversions: true,
  unknownTo: true,
});
export type Generation = z.output<typeof generationSchema>;

/** The columns that a transition may write besides the state. */
export type Changes = Partial<
  Omit<Columns, 'id' | 'team' | 'person' | 'key' | 'state' | 'createdAt' | 'updatedAt'>
>;

/** From when its time counts, in milliseconds since the epoch: since it is followed, or else since it was asked for. */
export function beganAt({ followSince, createdAt }: Generation): number {
  return (followSince ?? createdAt).getTime();
}

type ChannelSource = Extract<Ask['source'], { kind: 'channel' }>;

/**
 * The channel in which nothing was said that may be used: no failure to report, there is just nothing to sum up.
 * @returns undefined where something else has happened
 */
export function emptyChannel({ state, failure, ask }: Generation): ChannelSource | undefined {
  if (state !== 'failed' || failure?.reason !== 'thread_empty') return undefined;
  return ask?.source.kind === 'channel' ? ask.source : undefined;
}
