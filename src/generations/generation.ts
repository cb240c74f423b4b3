import { z } from 'zod';
import { type Ask, askSchema } from '../asks/schema.ts';
import { errorReasons } from '../service/errors.ts';
import { exportFormats } from '../service/options.ts';
import { sourceReasons } from '../sources/problem.ts';
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
export const PURGED: State[] = ['delivered', 'stopped'];

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
] as const;
export type FailureReason = (typeof failureReasons)[number];

const failureSchema = z.object({
  reason: z.enum(failureReasons),
  /** The service's own sentence where there is one, e.g. "themeId: unknown theme". */
  message: z.string().optional(),
  /** `x-request-id` of the service, or our own reference; shown so that support can find it. */
  reference: z.string().optional(),
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
  /** The choices made; its `prompt` is left empty in a Generation (store.ts). Null past retention. */
  ask: askSchema.nullable().default(null).catch(null),
  /** The text that collecting made of a thread, a channel or a file; deleted with the ask. */
  collected: z.string().optional(),
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
  submittedAt: z.date().optional(),
  /** When following began (or was taken up again by hand); the limit counts from here. */
  followSince: z.date().optional(),
  /** Names the connection that the create call was made with. */
  madeWith: z.string().optional(),
  /** Names the connection that does not know the document, which is not tried again. */
  unknownTo: z.string().optional(),
  /** When a person archived the document. */
  archivedAt: z.date().optional(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export interface GenerationTables {
  generations: ColumnsOf<typeof generationColumns>;
}

export const generationSchema = generationColumns.omit({
  key: true,
  collected: true,
  submittedAt: true,
  unknownTo: true,
});
export type Generation = z.output<typeof generationSchema>;

/** The columns that a transition may write besides the state. */
export type Changes = Partial<
  Omit<
    GenerationTables['generations'],
    'id' | 'team' | 'person' | 'key' | 'state' | 'createdAt' | 'updatedAt'
  >
>;

type ChannelSource = Extract<Ask['source'], { kind: 'channel' }>;

/**
 * The channel in which nothing was said that may be used: no failure to report, there is just nothing to sum up.
 * @returns undefined where something else has happened
 */
export function emptyChannel({ state, failure, ask }: Generation): ChannelSource | undefined {
  if (state !== 'failed' || failure?.reason !== 'thread_empty') return undefined;
  return ask?.source.kind === 'channel' ? ask.source : undefined;
}
