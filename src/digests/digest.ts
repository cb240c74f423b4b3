import { z } from 'zod';
import { channelId, digestChoicesSchema, personId } from '../asks/schema.ts';
import { lenient } from '../lenient.ts';
import type { WithSealed } from '../storage/sealed-columns.ts';
import type { ColumnsOf } from '../storage/tables.ts';
import { scheduleSchema } from './schedule.ts';

/** Topics that have a checkbox in the form. Everything else that a person wants to know is in `focus.words`. */
export const topics = ['decisions', 'actions', 'questions', 'numbers'] as const;
export type Topic = (typeof topics)[number];

/** Maximum characters of `focus.words`. The words are part of the instructions, which the service limits to 5,000 characters. */
export const FOCUS_LIMIT = 2000;
/** Maximum characters of the image style, which is part of the instructions of a thorough document. */
export const IMAGE_STYLE_LIMIT = 250;
/** Maximum of `threshold`, in messages. Before each run, Deckhand reads the channel until it has counted this many messages. */
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
  /** Choices such as format and theme, which are copied to the ask of each run. */
  choices: digestChoicesSchema,
  /** Minimum number of messages since the last digest. If there are fewer, no digest is made. */
  threshold: z.number().int().min(1).max(THRESHOLD_LIMIT),
  /** If there are fewer messages than `threshold`: `say` posts a note about it, `silent` posts nothing. */
  quiet: z.enum(['say', 'silent']),
  deliverTo,
});
export type DigestSettings = z.output<typeof settingsSchema>;

/** Why a digest is paused: by its owner or an admin (`person`), by its recipient (`declined`), or by Deckhand (all other reasons). */
export const pauseReasons = [
  'person',
  'archived',
  /** The channel no longer exists. */
  'gone',
  /** Deckhand was removed from the channel. */
  'absent',
  /** Deckhand was removed from the workspace. */
  'removed',
  /** The digest's owner left the channel. */
  'owner_left',
  /** The digest's owner left the team. */
  'owner_closed',
  /** The digest's owner is a guest, and the team does not allow guests. */
  'owner_guest',
  /** The channel is private, and the digest is sent to a person other than its owner, which is not allowed. */
  'private',
  /** The recipient cannot open the channel any more. */
  'recipient_left',
  'declined',
  /** The digest's template was removed from the workspace, or the owner may not use the template. */
  'template_gone',
  /** The team has no connection to the service, the connection has expired, or the service refuses the operator's API key. */
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
  /** Why the digest is paused. A reason that this version does not know is ignored, so that the digest can still be listed. */
  pausedBecause: lenient(z.enum(pauseReasons)),
  /** The owner or admin who paused the digest. Missing if Deckhand paused the digest or the recipient declined it. */
  pausedBy: personId.optional(),
  /** Due time of the next run. Missing while the digest is paused, or if its cron line has no further run. */
  nextRun: z.date().optional(),
  lastRun: z.date().optional(),
  /** End of the last run's time window (coverage.ts). If the digest has not run yet, the beginning of its first time window. */
  lastWindowEnd: z.date().optional(),
  /** `skipped` is the due time of the last run, if this run was skipped. */
  note: z.object({ skipped: z.iso.datetime().optional() }).optional(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type DigestColumns = WithSealed<'digests', ColumnsOf<typeof digestColumns>>;

export const digestSchema = digestColumns.omit({ key: true, updatedAt: true });
export interface Digest extends Omit<z.output<typeof digestSchema>, 'note'> {
  /** Due time of the run that was skipped (`note.skipped`). */
  skipped?: Date | undefined;
}

/** The time window whose messages a digest summarizes. */
export interface Window {
  since: Date;
  until: Date;
}
