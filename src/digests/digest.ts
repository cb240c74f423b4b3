import { z } from 'zod';
import { channelId, digestChoicesSchema, personId } from '../asks/schema.ts';
import { lenient } from '../lenient.ts';
import type { WithSealed } from '../storage/sealed-columns.ts';
import type { ColumnsOf } from '../storage/tables.ts';
import { scheduleSchema } from './schedule.ts';

/** Topics that have a checkbox in the form. Other wishes are in `focus.words`. */
export const topics = ['decisions', 'actions', 'questions', 'numbers'] as const;
export type Topic = (typeof topics)[number];

/**
 * Maximum length of `focus.words`, in characters. The service accepts 5,000 characters of instructions, and the sentences for all topics
 * must fit in, too.
 */
export const FOCUS_LIMIT = 2000;
/** Maximum length of the style of images, in characters. Thorough documents have the style in their instructions, which are limited, too. */
export const IMAGE_STYLE_LIMIT = 250;
/** Maximum of `threshold`, in messages. To count more messages, Deckhand would have to read a second page of the channel's history. */
export const THRESHOLD_LIMIT = 100;

/** Where digests are posted. If the kind is `thread` and `threadTs` is missing, the message of the first digest starts the thread. */
const deliverTo = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('channel') }),
  z.object({ kind: z.literal('thread'), threadTs: z.string().optional() }),
  z.object({ kind: z.literal('person'), person: personId }),
]);

/** The settings of a digest that a person enters in the form. */
export const settingsSchema = z.object({
  channel: channelId,
  schedule: scheduleSchema,
  focus: z.object({ topics: z.array(z.enum(topics)), words: z.string().max(FOCUS_LIMIT) }),
  /** Choices that are copied to each ask. */
  choices: digestChoicesSchema,
  /** Minimum number of messages since the last digest. If there are fewer, no digest is made. */
  threshold: z.number().int().min(1).max(THRESHOLD_LIMIT),
  /** Whether a note is posted if there are fewer messages than `threshold`. */
  quiet: z.enum(['say', 'silent']),
  deliverTo,
});
export type DigestSettings = z.output<typeof settingsSchema>;

/** Why a digest is paused. `person` is set by the owner or an admin, and `declined` by the recipient. Deckhand sets all other reasons. */
export const pauseReasons = [
  /** The owner or an admin paused the digest. */
  'person',
  /** The channel is archived. */
  'archived',
  /** The channel no longer exists. */
  'gone',
  /** Deckhand was removed from the channel. */
  'absent',
  /** Deckhand was removed from the workspace. */
  'removed',
  /** The digest's owner left the channel. */
  'owner_left',
  /** The digest's owner may no longer use Deckhand: the owner left the team, or became a guest and the team does not allow guests. */
  'owner_closed',
  /**
   * The channel is private, so its digest may be sent only to the channel or to the digest's owner. This digest is sent to another person.
   */
  'private',
  /** The recipient is neither a full member of the team nor in the channel. */
  'recipient_left',
  /** The recipient declined the digest. */
  'declined',
  /** The digest's template was removed from the workspace, or the owner may not open the template. */
  'template_gone',
  /** The team has no connection to the service, or a person must renew the connection. */
  'unconnected',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** The columns of the table `digests`. To add a column, add a line here and a migration. */
const digestColumns = settingsSchema.extend({
  id: z.string(),
  team: z.string(),
  /** The person who set up the digest, may change it, and gets notes about it. */
  owner: z.string(),
  /** Idempotency key of the click that set up the digest. */
  key: z.string(),
  state: z.enum(['active', 'paused']),
  /** Why the digest is paused. An unknown reason is read as missing, so that the digest can still be listed. */
  pausedBecause: lenient(z.enum(pauseReasons)),
  /** The person who paused the digest. Missing if Deckhand paused it. */
  pausedBy: personId.optional(),
  /** Due time of the next run. Missing while the digest is paused, or if its cron line has no further run. */
  nextRun: z.date().optional(),
  lastRun: z.date().optional(),
  /** End of the period that the last run covers (coverage.ts). Before the first run: when the first period begins. */
  lastWindowEnd: z.date().optional(),
  /** `skipped`: due time of the last run, if that run was skipped because it was a day late or every attempt failed. */
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
