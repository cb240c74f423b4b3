import { runBefore } from './coverage.ts';
import type { Digest, DigestSettings } from './digest.ts';
import {
  createManualRuns,
  createTryAgain,
  type ManualRunContext,
  type ManualRuns,
  type TryAgain,
} from './manual-run.ts';
import { sendNote } from './notes.ts';
import type { RunContext } from './run.ts';
import {
  declineDigest,
  deleteDigest,
  digestsIn,
  digestsOf,
  digestsTo,
  findDigest,
  insertDigest,
  pauseDigest,
  resumeDigest,
  updateSettings,
} from './store.ts';
import { nextRun } from './timing.ts';

/** What the surfaces may do with digests. Every call names the team; a foreign id finds nothing. */
export interface Digests extends ManualRuns, Recipients, TryAgain {
  /** `key` names the press: the same one again gives the same digest. */
  create(team: string, owner: string, settings: DigestSettings, key: string): Promise<Digest>;
  change(team: string, id: string, settings: DigestSettings): Promise<Digest | null>;
  find(team: string, id: string): Promise<Digest | null>;
  /** Oldest first. */
  ownedBy(team: string, owner: string): Promise<Digest[]>;
  /** Whoever set them up. */
  inChannel(team: string, channel: string): Promise<Digest[]>;
  pause(team: string, id: string): Promise<boolean>;
  resume(team: string, id: string): Promise<boolean>;
  remove(team: string, id: string): Promise<boolean>;
}

export function createDigests(context: DigestsContext): Digests {
  const { db, clock, log } = context;
  const now = () => new Date(clock.now());

  return {
    async create(team, owner, settings, key) {
      const { schedule } = settings;
      const next = nextRun(schedule, now());
      const from = runBefore(schedule, next ?? now());
      const digest = await insertDigest(db, settings, { team, owner, key, nextRun: next, from, now: now() });
      log.info({ team, digest: digest.id }, 'a digest was set up');
      return digest;
    },
    change(team, id, settings) {
      const next = nextRun(settings.schedule, now());
      return updateSettings(db, { team, id }, settings, { nextRun: next, now: now() });
    },
    find: (team, id) => findDigest(db, team, id),
    ownedBy: (team, owner) => digestsOf(db, team, owner),
    inChannel: (team, channel) => digestsIn(db, team, channel),
    async pause(team, id) {
      return (await findDigest(db, team, id)) !== null && pauseDigest(db, { team, id }, 'person', now());
    },
    async resume(team, id) {
      const digest = await findDigest(db, team, id);
      return digest !== null && resumeDigest(db, digest, nextRun(digest.schedule, now()), now());
    },
    remove: (team, id) => deleteDigest(db, team, id),
    ...createManualRuns(context),
    ...createRecipients(context),
    ...createTryAgain(context),
  };
}

export type DigestsContext = ManualRunContext & RecipientsContext & Pick<RunContext, 'log'>;

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
