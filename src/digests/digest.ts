import { z } from 'zod';
import { askSchema } from '../asks/schema.ts';
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
export type PauseReason =
  | 'person'
  /** The channel is archived, */
  | 'archived'
  /** is not there any more, */
  | 'gone'
  /** or Deckhand was removed from it, */
  | 'absent'
  /** or from the workspace. */
  | 'removed'
  /** Its owner left the channel, */
  | 'owner_left'
  /** or the channel became private and the digest goes elsewhere. */
  | 'private'
  /** Whoever it is delivered to wants no more of it. */
  | 'declined'
  /** No connection to the service, or one that has to be renewed. */
  | 'unconnected';

export interface Digest extends DigestSettings {
  id: string;
  team: string;
  /** Who set it up; told when it pauses, and may change it. */
  owner: string;
  state: 'active' | 'paused';
  pausedBecause?: PauseReason;
  /** None while paused, and where a cron line has no more. */
  nextRun?: Date;
  lastRun?: Date;
  /** Where the last window that was begun ends (what came of it: told.ts); at first, where the first window begins. */
  lastWindowEnd?: Date;
  /** The run of this time was missed by more than a day, or Slack let nobody look at the channel for as long. */
  skipped?: Date;
  createdAt: Date;
}

/** The part of a channel's time that a digest sums up. */
export interface Window {
  since: Date;
  until: Date;
}
