import { z } from 'zod';
import { creditReasons, requestReasons } from '../../asks/limits.ts';
import type { JobPayloads, Jobs } from '../../jobs/jobs.ts';
import { formats } from '../../service/options.ts';
import type { Transaction } from '../../storage/database.ts';
import { createSeen } from '../../storage/seen.ts';
import type { StepContext } from '../context.ts';
import type { DocumentSearch } from '../document-search.ts';
import { guestsShutOutSchema, queuePost } from './queued-posts.ts';

/** A note is a direct message about credits or rules to admins, guests or one person. A job sends it, because finding them calls Slack. */

/** What the person wants made: its kind, and where it comes from or where it would be posted. Never a title or text. */
const aboutSchema = z.object({
  what: z.enum([...formats, 'image', 'edit']),
  /** `from` if the place is the source. */
  as: z.enum(['from', 'for']),
  /** Id of a public channel, or `private` for any other conversation. Missing for a result that only the person sees. */
  where: z.string().optional(),
});
export type AskedAbout = z.output<typeof aboutSchema>;

/** Schema of a note, and of the payload of its outbox rows. */
export const adminNoteSchema = z.discriminatedUnion('kind', [
  /** The team has fewer credits left (`left`) than its newest documents cost together (`cost`). `documents`: number of these documents. */
  z.object({ kind: z.literal('low_credits'), left: z.number(), cost: z.number(), documents: z.number() }),
  /** The team has used 80 or 100 percent of its credits for the month. */
  z.object({ kind: z.literal('budget_reached'), percent: z.number(), used: z.number(), limit: z.number() }),
  /** A person requests more credits, or the permission to spend credits. */
  z.object({
    ...{ kind: z.literal('budget_request'), person: z.string(), blocker: z.enum(requestReasons) },
    /** The limit that was reached, what was used so far, and the expected cost of the ask, all in credits. */
    ...{ limit: z.number().optional(), used: z.number().optional(), needed: z.number().optional() },
    /** The other limits that were reached. */
    also: z
      .array(z.object({ blocker: z.enum(creditReasons), used: z.number(), limit: z.number() }))
      .optional(),
    /** The channel, if its limit was reached. */
    channel: z.string().optional(),
    about: aboutSchema.optional(),
  }),
  /** Tells a person who has requested credits that they may spend credits now. No admin gets this note. */
  z.object({ kind: z.literal('budget_lifted'), person: z.string(), isGuest: z.boolean().optional() }),
  /** Tells a person that an admin has declined their request. No admin gets this note. */
  z.object({ kind: z.literal('budget_declined'), person: z.string(), isGuest: z.boolean() }),
  guestsShutOutSchema,
]);
export type AdminNote = z.output<typeof adminNoteSchema>;

/** The notes that go to one person instead of the admins. */
const ANSWERS: AdminNote['kind'][] = ['budget_lifted', 'budget_declined'];

export interface NewNote {
  team: string;
  note: AdminNote;
  /** A second note with the same key is not queued within `everyMs` milliseconds. */
  key: string;
  everyMs: number;
  now: number;
}

/** Queues the job that sends a note. @returns false if a note with this key was queued within the last `everyMs` milliseconds */
export async function queueAdminNote(
  tx: Transaction,
  jobs: Jobs,
  { team, note, key, everyMs, now }: NewNote,
): Promise<boolean> {
  if (!(await createSeen(tx).claim(team, key, everyMs))) return false;
  await jobs.send(
    'credits',
    { team, at: new Date(now).toISOString(), key, note },
    { tx, key: `${team} ${key}` },
  );
  return true;
}

type RunnerContext = Pick<StepContext, 'db' | 'log'> & {
  jobs: Jobs;
  /** Returns the ids of the people who get a note. The list of admins may be empty if Slack does not respond. */
  recipients(team: string, kind: AdminNote['kind']): Promise<string[]>;
};

const DAY_MS = 24 * 60 * 60_000;

/** Returns the handler of the job `credits`, which queues a direct message to each person who gets the note. */
export function createNoteRunner({ db, jobs, log, recipients }: RunnerContext) {
  return async ({ team, at, key, note }: JobPayloads['credits']): Promise<void> => {
    const payload = adminNoteSchema.parse(note);
    const isAnswer = ANSWERS.includes(payload.kind) && 'person' in payload;
    const people = isAnswer ? [payload.person] : await recipients(team, payload.kind);
    if (people.length === 0 && payload.kind !== 'guests_shut_out')
      throw new Error('Slack did not say who the admins are');
    await db.transaction(async (tx) => {
      // The job may run again after a crash. With this claim, the messages are queued only once.
      if (!(await createSeen(tx).claim(team, `${key}:${at}`, DAY_MS))) return;
      for (const person of people)
        await queuePost(tx, jobs, { team, payload, channel: person, createdAt: new Date(at) });
    });
    log.info({ team, note: payload.kind }, 'a message about credits was queued');
  };
}

/** Maximum number of newest documents whose total cost is compared with the remaining credits. */
const LAST_DOCUMENTS = 10;
/** If credits are left for more than this many documents like the last one, the costs of the newest documents are not read. */
const PLENTY = 10 * LAST_DOCUMENTS;

type WatchContext = Pick<StepContext, 'db' | 'clock'> & {
  jobs: Jobs;
  records: Pick<DocumentSearch, 'newestCredits'>;
  /** Called when a warning is queued; for metrics. */
  onLow?(): void;
};

/** Returns a function that warns admins if a team's remaining credits are less than its newest documents have cost. At most once a day. */
export function createCreditWatch({ db, clock, jobs, records, onLow }: WatchContext) {
  return async (team: string, left: number, justSpent = left): Promise<void> => {
    if (left > PLENTY * justSpent) return;
    const newest = await records.newestCredits(team);
    const costs = newest.flatMap((made) => made.cost ?? []).slice(0, LAST_DOCUMENTS);
    const cost = costs.reduce((sum, one) => sum + one, 0);
    if (costs.length === 0 || left >= cost) return;
    const note = { kind: 'low_credits' as const, left, cost, documents: costs.length };
    const warning = { team, note, key: 'low-credits', everyMs: DAY_MS, now: clock.now() };
    if (await db.transaction((tx) => queueAdminNote(tx, jobs, warning))) onLow?.();
  };
}
