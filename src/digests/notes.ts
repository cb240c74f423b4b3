import { z } from 'zod';
import type { Place } from '../generations/delivery/delivery.ts';
import type { DeliveryRow } from '../generations/delivery/outbox.ts';
import { queuePost } from '../generations/delivery/queued-posts.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Database, Transaction } from '../storage/database.ts';
import { type Digest, pauseReasons } from './digest.ts';
import { findDigest } from './store.ts';

/** A message that a digest posts instead of a document. */
const noteSchema = z.discriminatedUnion('kind', [
  /** No digest was made, because there were too few messages since `since`. */
  z.object({ kind: z.literal('quiet'), since: z.coerce.date() }),
  /** The digest was paused by Deckhand or declined by its recipient. Sent to the owner, or to the people in `tell` (gateway.ts). */
  z.object({ kind: z.literal('paused'), because: z.enum(pauseReasons) }),
  /** Sent to the owner: the run that was due at `due` was skipped, because the channel could not be checked for a day. */
  z.object({ kind: z.literal('skipped'), due: z.coerce.date() }),
  /** Sent to the owner: the run that was due at `due` was skipped, because every attempt failed. */
  z.object({ kind: z.literal('given_up'), due: z.coerce.date() }),
]);
export type Note = z.output<typeof noteSchema>;

/** The payload of a note's outbox row. */
const payloadSchema = z.object({ digest: z.string(), note: noteSchema });

/** Queues a note. `tx` is the transaction that also stores what the note reports, for example that the digest was paused. */
export async function queueNote(
  tx: Transaction,
  jobs: Jobs,
  { team, id }: Digest,
  { note, place, now }: { note: Note; place: Place; now: Date },
): Promise<void> {
  const payload = { kind: 'digest_note' as const, digest: id, note };
  await queuePost(tx, jobs, { team, payload, ...place, createdAt: now });
}

/** Reads a note from its outbox row. Returns null if the digest was deleted. */
export async function readNote(
  db: Database,
  { team, payload }: DeliveryRow,
): Promise<{ digest: Digest; note: Note } | null> {
  const { data } = payloadSchema.safeParse(payload);
  const digest = data && (await findDigest(db, team, data.digest));
  return digest ? { digest, note: data.note } : null;
}
