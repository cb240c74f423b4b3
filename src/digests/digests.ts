import { runBefore } from './coverage.ts';
import type { Digest, DigestSettings } from './digest.ts';
import type { DigestContext } from './gateway.ts';
import { createManualRuns, type ManualRunContext, type ManualRuns } from './manual-run.ts';
import { sendNote } from './notes.ts';
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
  updateFocus,
  updateSettings,
} from './store.ts';
import { nextRun } from './timing.ts';

/** Digests, for the surfaces. Every call names the team and finds nothing of another team. Lists begin with the oldest. */
export interface Digests extends ManualRuns {
  /** `key` names the click: the same key again gives the same digest. */
  create(team: string, owner: string, settings: DigestSettings, key: string): Promise<Digest>;
  change(team: string, id: string, settings: DigestSettings): Promise<Digest | null>;
  /** Writes what it looks for, and nothing else. False where there is no such digest. */
  refocus(team: string, id: string, focus: DigestSettings['focus']): Promise<boolean>;
  find(team: string, id: string): Promise<Digest | null>;
  ownedBy(team: string, owner: string): Promise<Digest[]>;
  /** All digests of a channel, whoever set them up. */
  inChannel(team: string, channel: string): Promise<Digest[]>;
  /** Active digests of other owners that are delivered to a person. */
  sentTo(team: string, person: string): Promise<Digest[]>;
  pause(team: string, id: string): Promise<boolean>;
  resume(team: string, id: string): Promise<boolean>;
  /**
   * A recipient wants no more of it: it pauses, and its owner hears of it once. It can be resumed when the owner has it
   * delivered elsewhere.
   * @returns null where it is not, or no longer, delivered to this person
   */
  decline(team: string, id: string, person: string): Promise<Digest | null>;
  remove(team: string, id: string): Promise<boolean>;
}

export type DigestsContext = ManualRunContext & Pick<DigestContext, 'jobs' | 'log'>;

export function createDigests(context: DigestsContext): Digests {
  const { db, jobs, clock, log } = context;
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
    refocus: (team, id, focus) => updateFocus(db, { team, id }, focus, now()),
    find: (team, id) => findDigest(db, team, id),
    ownedBy: (team, owner) => digestsOf(db, team, owner),
    inChannel: (team, channel) => digestsIn(db, team, channel),
    sentTo: (team, person) => digestsTo(db, team, person),
    async pause(team, id) {
      return (await findDigest(db, team, id)) !== null && pauseDigest(db, { team, id }, 'person', now());
    },
    async resume(team, id) {
      const digest = await findDigest(db, team, id);
      return digest !== null && resumeDigest(db, digest, nextRun(digest.schedule, now()), now());
    },
    decline: (team, id, person) =>
      db.transaction(async (tx) => {
        const digest = await declineDigest(tx, { team, id }, person, now());
        if (!digest) return null;
        const note = { kind: 'paused', because: 'declined' } as const;
        await sendNote(tx, jobs, digest, { note, place: { channel: digest.owner }, now: now() });
        return digest;
      }),
    remove: (team, id) => deleteDigest(db, team, id),
    ...createManualRuns(context),
  };
}
