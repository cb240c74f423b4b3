import type { Digest } from './digest.ts';
import { sendNote } from './notes.ts';
import type { RunContext } from './run.ts';
import { declineDigest, digestsTo } from './store.ts';

/** Digests that others have delivered to a person. */
export interface Recipients {
  /** Oldest first, as long as they run. */
  sentTo(team: string, person: string): Promise<Digest[]>;
  /**
   * The person wants no more of it: it pauses, and its owner is told, once. It goes on when the owner has it delivered elsewhere.
   * @returns null where it does not go to them, or no more
   */
  decline(team: string, id: string, person: string): Promise<Digest | null>;
}

export type RecipientsContext = Pick<RunContext, 'db' | 'jobs' | 'clock'>;

export function createRecipients({ db, jobs, clock }: RecipientsContext): Recipients {
  return {
    sentTo: (team, person) => digestsTo(db, team, person),
    decline: (team, id, person) =>
      db.transaction(async (tx) => {
        const now = new Date(clock.now());
        const digest = await declineDigest(tx, { team, id }, person, now);
        if (!digest) return null;
        const note = { kind: 'paused', because: 'declined' } as const;
        await sendNote(tx, jobs, digest, { note, place: { channel: digest.owner }, now });
        return digest;
      }),
  };
}
