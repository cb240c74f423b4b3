import { z } from 'zod';
import { askSchema, channelId, personId, styleSchema } from '../asks/schema.ts';
import type { WithSealed } from '../storage/sealed-columns.ts';
import type { ColumnsOf } from '../storage/tables.ts';
import { scheduleSchema } from './schedule.ts';

/** Topics that a person can tick; anything else that a digest should look for goes into `focus.words`. */
export const topics = ['decisions', 'actions', 'questions', 'numbers'] as const;
export type Topic = (typeof topics)[number];

/** Characters; together with the topics' sentences, well below the service's 5,000 for instructions. */
export const FOCUS_LIMIT = 2000;
/** Messages; a higher threshold would take more than one page of history to count. */
export const THRESHOLD_LIMIT = 100;

/** The destination. Without `threadTs`, a thread begins with the first digest's own message. */
const deliverTo = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('channel') }),
  z.object({ kind: z.literal('thread'), threadTs: z.string().optional() }),
  z.object({ kind: z.literal('person'), person: personId }),
]);

/** The part of a digest that a person sets. */
export const settingsSchema = z.object({
  channel: channelId,
  schedule: scheduleSchema,
  focus: z.object({ topics: z.array(z.enum(topics)), words: z.string().max(FOCUS_LIMIT) }),
  /** As in an ask. */
  choices: styleSchema.extend({ template: askSchema.shape.template }),
  /** With fewer messages than this since the last digest, none is made. */
  threshold: z.number().int().min(1).max(THRESHOLD_LIMIT),
  /** Whether it says so when none is made. */
  quiet: z.enum(['say', 'silent']),
  deliverTo,
});
export type DigestSettings = z.output<typeof settingsSchema>;

/** Why a digest is paused: by a person, or by itself for any other reason. */
export const pauseReasons = [
  'person',
  /** The channel is archived. */
  'archived',
  /** The channel no longer exists. */
  'gone',
  /** Deckhand was removed from the channel. */
  'absent',
  /** Deckhand was removed from the workspace. */
  'removed',
  /** Its owner left the channel. */
  'owner_left',
  /** The channel became private and the digest goes elsewhere. */
  'private',
  /** Its recipient is no full member of the team, and not in the channel. */
  'recipient_left',
  /** Its recipient wants no more of it. */
  'declined',
  /** Its template is no longer in the workspace, or not open to its owner. */
  'template_gone',
  /** The team has no connection to the service, or one that has to be renewed. */
  'unconnected',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** The columns of `digests`, and the only list of them: a new one is a line here and a migration. */
const digestColumns = settingsSchema.extend({
  id: z.string(),
  team: z.string(),
  /** The person who set it up, may change it, and hears when it pauses. */
  owner: z.string(),
  /** Names the click that set it up: the same key again finds the same row. */
  key: z.string(),
  state: z.enum(['active', 'paused']),
  /** A reason that only a newer version knows counts as none, so that the older one beside it lists the digest. */
  pausedBecause: z.enum(pauseReasons).optional().catch(undefined),
  /** Missing while paused, and where a cron line has no further run. */
  nextRun: z.date().optional(),
  lastRun: z.date().optional(),
  /** The end of the last window that was begun (see coverage.ts); before any run, where the first window begins. */
  lastWindowEnd: z.date().optional(),
  /** `skipped`: the run of this time was missed by more than a day, or Slack was out of reach for as long. */
  note: z.object({ skipped: z.iso.datetime().optional() }).optional(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type DigestColumns = WithSealed<'digests', ColumnsOf<typeof digestColumns>>;

export const digestSchema = digestColumns.omit({ key: true, updatedAt: true });
export interface Digest extends Omit<z.output<typeof digestSchema>, 'note'> {
  /** As in `note`. */
  skipped?: Date | undefined;
}

/** The part of a channel's time that a digest sums up. */
export interface Window {
  since: Date;
  until: Date;
}
