import { z } from 'zod';
import type { StepContext } from '../generations/context.ts';
import { type Place, PostRefused } from '../generations/delivery/delivery.ts';
import { findDelivery, insertNote } from '../generations/delivery/outbox.ts';
import { postOnce } from '../generations/delivery/post-once.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Transaction } from '../storage/database.ts';
import { type Digest, pauseReasons } from './digest.ts';
import type { DigestGateway, Note } from './gateway.ts';
import { findDigest } from './store.ts';

/** Lines that a digest posts apart from its documents. Each has a row in the outbox, as every post has, and is posted once. */

/** A line as the outbox stores it. */
const payloadSchema = z.object({
  digest: z.string(),
  kind: z.enum(['quiet', 'paused', 'skipped', 'given_up']),
  /** `quiet`: since when; `paused`: why; otherwise the due time of the run. */
  about: z.string(),
  threadTs: z.string(),
  channel: z.string(),
  at: z.string(),
});
type Payload = z.output<typeof payloadSchema>;

/** Writes a line to be posted, in the transaction that gives rise to it. */
export async function sendNote(
  tx: Transaction,
  jobs: Jobs,
  digest: Digest,
  { note, place, now }: { note: Note; place: Place; now: Date },
): Promise<void> {
  const payload: Payload = {
    digest: digest.id,
    kind: note.kind,
    about: aboutOf(note),
    channel: place.channel,
    threadTs: place.threadTs ?? '',
    at: now.toISOString(),
  };
  const { channel, threadTs } = place;
  const id = await insertNote(tx, { team: digest.team, payload, channel, threadTs, createdAt: now });
  await jobs.send('note', { team: digest.team, delivery: id }, { tx, key: id });
}

interface NoteContext extends Pick<StepContext, 'db' | 'clock' | 'random' | 'log' | 'policy'> {
  gateway: Pick<DigestGateway, 'postNote' | 'findNote'>;
}

/** The job `note`. It ends without a post where Slack refuses the line or the digest was deleted meanwhile. */
export function createNotePoster(context: NoteContext) {
  const { db, log, gateway } = context;
  return async function post(job: { team: string; delivery: string }, signal: AbortSignal): Promise<void> {
    const row = await findDelivery(db, job.team, job.delivery);
    const payload = payloadSchema.safeParse(row?.payload).data;
    const digest = payload && (await findDigest(db, job.team, payload.digest));
    if (!row || !payload || !digest) return;
    const place: Place = {
      channel: payload.channel,
      ...(payload.threadTs && { threadTs: payload.threadTs }),
    };
    try {
      await postOnce(
        row,
        {
          post: () => gateway.postNote(digest, place, row.id, noteOf(payload)),
          find: () => gateway.findNote(digest, place, row.id, new Date(payload.at)),
        },
        context,
        signal,
      );
    } catch (error) {
      if (!(error instanceof PostRefused)) throw error;
      log.warn(
        { team: job.team, digest: digest.id, errorCode: error.code },
        'a line of a digest could not be posted',
      );
    }
  };
}

function aboutOf(note: Note): string {
  if (note.kind === 'paused') return note.because;
  return (note.kind === 'quiet' ? note.since : note.due).toISOString();
}

function noteOf({ kind, about }: Payload): Note {
  if (kind === 'paused') return { kind, because: z.enum(pauseReasons).parse(about) };
  return kind === 'quiet' ? { kind, since: new Date(about) } : { kind, due: new Date(about) };
}
