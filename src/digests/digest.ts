import { z } from 'zod';
import { askSchema, channelId, personId, styleSchema } from '../asks/schema.ts';
import { lenient } from '../lenient.ts';
import type { WithSealed } from '../storage/sealed-columns.ts';
import type { ColumnsOf } from '../storage/tables.ts';
import { scheduleSchema } from './schedule.ts';

/** Topics that have a checkbox. `focus.words` is for other wishes. */
export const topics = ['decisions', 'actions', 'questions', 'numbers'] as const;
export type Topic = (typeof topics)[number];

/** Maximum characters of `focus.words`, so that instructions with the sentences for all topics fit into the service's 5,000 characters. */
export const FOCUS_LIMIT = 2000;
/** Maximum threshold in messages. Counting more would need a second page of the channel's history. */
export const THRESHOLD_LIMIT = 100;

/** Where digests are posted. A thread without `threadTs` is started by the message of the first digest. */
const deliverTo = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('channel') }),
  z.object({ kind: z.literal('thread'), threadTs: z.string().optional() }),
  z.object({ kind: z.literal('person'), person: personId }),
]);

/** What a person sets in the form. */
export const settingsSchema = z.object({
  channel: channelId,
  schedule: scheduleSchema,
  focus: z.object({ topics: z.array(z.enum(topics)), words: z.string().max(FOCUS_LIMIT) }),
  /** Choices that become part of each ask. */
  choices: styleSchema.extend({ template: askSchema.shape.template }),
  /** Minimum messages since the last digest. With fewer, no digest is made. */
  threshold: z.number().int().min(1).max(THRESHOLD_LIMIT),
  /** Says whether a note is posted if there are fewer messages than `threshold`. */
  quiet: z.enum(['say', 'silent']),
  deliverTo,
});
export type DigestSettings = z.output<typeof settingsSchema>;

/** Why a digest is paused. The owner or an admin causes `person`, and the recipient causes `declined`. Deckhand sets all others. */
export const pauseReasons = [
  /** A person paused it. */
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
  /** Its owner may not use Deckhand any more: a guest (unless guests are let in), or a person who was removed from the team. */
  'owner_closed',
  /** The channel became private, and the digest is sent neither to the channel nor to the digest's owner. */
  'private',
  /** The person to whom it is sent is neither a full member of the team nor in the channel. */
  'recipient_left',
  /** The person to whom it is sent declined it. */
  'declined',
  /** Its template was removed from the workspace, or its owner may not open it. */
  'template_gone',
  /** The team has no connection to the service, or must renew it. */
  'unconnected',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** The columns of `digests`. A new column is a line here and a migration. */
const digestColumns = settingsSchema.extend({
  id: z.string(),
  team: z.string(),
  /** The person who set it up, may change it, and gets notes about it. */
  owner: z.string(),
  /** Idempotency key of the click that set it up. */
  key: z.string(),
  state: z.enum(['active', 'paused']),
  /** An unknown reason is read as missing, so that the digest can still be listed. */
  pausedBecause: lenient(z.enum(pauseReasons)),
  /** Missing while the digest is paused, or if its cron line has no further run. */
  nextRun: z.date().optional(),
  lastRun: z.date().optional(),
  /** The end of the last window (coverage.ts). Before the first run, the beginning of the first window. */
  lastWindowEnd: z.date().optional(),
  /** `skipped`: due time of the last run, if it was skipped because it was a day late or every attempt failed. */
  note: z.object({ skipped: z.iso.datetime().optional() }).optional(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type DigestColumns = WithSealed<'digests', ColumnsOf<typeof digestColumns>>;

export const digestSchema = digestColumns.omit({ key: true, updatedAt: true });
export interface Digest extends Omit<z.output<typeof digestSchema>, 'note'> {
  /** `note.skipped` as a date. */
  skipped?: Date | undefined;
}

/** The period whose messages a digest summarizes. */
export interface Window {
  since: Date;
  until: Date;
}
