import { z } from 'zod';
import { askSchema } from '../asks/schema.ts';
import type { ColumnsOf } from '../storage/tables.ts';
import { scheduleSchema } from './schedule.ts';

/** What a digest is about. Named topics, so that they can be ticked; anything else goes into `words`. */
export const topics = ['decisions', 'actions', 'questions', 'numbers'] as const;
export type Topic = (typeof topics)[number];

/** Characters; with the sentences of the topics it stays well below the service's 5,000 for instructions. */
export const FOCUS_LIMIT = 2000;
/** Messages; more than a page of history would have to be counted for a higher one. */
export const THRESHOLD_LIMIT = 100;

/** Where it goes: below which message (the first digest's own where none is given), or to whom. */
const deliverTo = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('channel') }),
  z.object({ kind: z.literal('thread'), threadTs: z.string().optional() }),
  z.object({ kind: z.literal('person'), person: z.string().min(1) }),
]);

/** What a person sets; the rest of a digest is kept for them. */
export const settingsSchema = z.object({
  channel: z.string().min(1),
  schedule: scheduleSchema,
  focus: z.object({ topics: z.array(z.enum(topics)), words: z.string().max(FOCUS_LIMIT) }),
  /** As in an ask. */
  choices: askSchema.pick({
    template: true,
    format: true,
    theme: true,
    exportAs: true,
    language: true,
    tone: true,
  }),
  /** Fewer messages than this since the last digest, and it is a quiet one. */
  threshold: z.number().int().min(1).max(THRESHOLD_LIMIT),
  quiet: z.enum(['say', 'silent']),
  deliverTo,
});
export type DigestSettings = z.output<typeof settingsSchema>;

/** Why a digest is paused: `person` by hand, the others by itself. */
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
  /** The person it is delivered to wants no more of it. */
  'declined',
  /** The team has no connection to the service, or one that has to be renewed. */
  'unconnected',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** The columns of `digests`, and the only list of them: a new one is a line here and a migration. */
const digestColumns = settingsSchema.extend({
  id: z.string(),
  team: z.string(),
  /** Who set it up; told when it pauses, and may change it. */
  owner: z.string(),
  /** Names the click that set it up: the same key again finds the same row. */
  key: z.string(),
  state: z.enum(['active', 'paused']),
  pausedBecause: z.enum(pauseReasons).optional(),
  /** None while paused, and where a cron line has no more. */
  nextRun: z.date().optional(),
  lastRun: z.date().optional(),
  /** Where the last window that was begun ends (what came of it: told.ts); at first, where the first window begins. */
  lastWindowEnd: z.date().optional(),
  /** The run of this time was missed by more than a day, or Slack let nobody look at the channel for as long. */
  note: z.object({ skipped: z.iso.datetime().optional() }).optional(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type DigestColumns = ColumnsOf<typeof digestColumns>;

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
