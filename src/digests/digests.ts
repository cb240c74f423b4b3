import { type DigestLimit, LimitReached } from '../asks/limits.ts';
import { withLock } from '../storage/database.ts';
import { runBefore } from './coverage.ts';
import type { Digest, DigestSettings } from './digest.ts';
import type { DigestContext } from './gateway.ts';
import { createManualRuns, type ManualRunContext, type ManualRuns } from './manual-run.ts';
import { queueNote } from './notes.ts';
import { lastCosts } from './run-store.ts';
import {
  countDigests,
  declineDigest,
  deleteDigest,
  digestsIn,
  digestsOf,
  digestsOfTeam,
  digestsTo,
  findDigest,
  insertDigest,
  pauseDigest,
  resumeDigest,
  updateFocus,
  updateSettings,
} from './store.ts';
import { nextRun } from './timing.ts';

/** Actions on digests for the Slack handlers. Every function finds only digests of the given team. Lists begin with the oldest digest. */
export interface Digests extends ManualRuns {
  /**
   * Creates a digest.
   * @param key idempotency key of the click
   * @throws LimitReached if the owner or the channel has too many digests
   */
  create(team: string, owner: string, settings: DigestSettings, key: string): Promise<Digest>;
  /**
   * Changes the settings. Returns null if the digest does not exist.
   * @throws LimitReached if the digest moves to a channel that has too many digests
   */
  change(team: string, id: string, settings: DigestSettings): Promise<Digest | null>;
  /** Returns the limit that this owner or this channel has reached, so no digest can be added; undefined if no limit is reached. */
  limitReached(of: Pick<Digest, 'team' | 'owner' | 'channel'>): Promise<DigestLimit | undefined>;
  /** Changes only the topics and words to look for. Returns false if the digest does not exist. */
  refocus(team: string, id: string, focus: DigestSettings['focus']): Promise<boolean>;
  find(team: string, id: string): Promise<Digest | null>;
  ownedBy(team: string, owner: string): Promise<Digest[]>;
  inChannel(team: string, channel: string): Promise<Digest[]>;
  /** Returns the digests of all owners and channels, at most 500. Only for admins. */
  ofTeam(team: string): Promise<Digest[]>;
  /** Returns the credits that the last scheduled run of each digest has cost, by the digest's id. Leaves out unknown costs. */
  lastCosts(team: string, ids: readonly string[]): Promise<Map<string, number>>;
  /** Returns the active digests that are sent to a person and belong to other owners. */
  sentTo(team: string, person: string): Promise<Digest[]>;
  /** @param by id of the person who pauses the digest */
  pause(team: string, id: string, by: string): Promise<boolean>;
  resume(team: string, id: string): Promise<boolean>;
  /** Pauses a digest because its recipient declines it, and notifies the owner. Returns null if `person` cannot decline the digest. */
  decline(team: string, id: string, person: string): Promise<Digest | null>;
  remove(team: string, id: string): Promise<boolean>;
}

export type DigestsContext = ManualRunContext & Pick<DigestContext, 'jobs' | 'log' | 'limitsOf'>;

export function createDigests(context: DigestsContext): Digests {
  const { db, jobs, clock, log, limitsOf } = context;
  const now = () => new Date(clock.now());

  async function limitReached(
    of: Pick<Digest, 'team' | 'owner' | 'channel'>,
    except = '',
  ): Promise<DigestLimit | undefined> {
    const [limits, { ofOwner, inChannel }] = await Promise.all([
      limitsOf(of.team),
      countDigests(db, of, except),
    ]);
    if (ofOwner >= limits.digestsOfPerson) return 'digests_of_person';
    return inChannel >= limits.digestsInChannel ? 'digests_in_channel' : undefined;
  }

  /** Runs `write`, or throws `LimitReached`. A lock for the team prevents two concurrent writes from exceeding a limit together. */
  function withinLimits<Written>(
    of: Pick<Digest, 'team' | 'owner' | 'channel'>,
    except: string,
    write: () => Promise<Written>,
  ): Promise<Written> {
    return withLock(db, `digests ${of.team}`, async () => {
      const limit = await limitReached(of, except);
      if (limit) throw new LimitReached(limit);
      return write();
    });
  }

  return {
    async create(team, owner, settings, key) {
      const { schedule } = settings;
      const next = nextRun(schedule, now());
      const from = runBefore(schedule, next ?? now());
      const digest = await withinLimits({ team, owner, channel: settings.channel }, key, () =>
        insertDigest(db, settings, { team, owner, key, nextRun: next, from, now: now() }),
      );
      log.info({ team, digest: digest.id }, 'a digest was set up');
      return digest;
    },
    async change(team, id, settings) {
      const next = nextRun(settings.schedule, now());
      const write = () => updateSettings(db, { team, id }, settings, { nextRun: next, now: now() });
      const digest = await findDigest(db, team, id);
      const isMoved = digest && digest.channel !== settings.channel;
      return isMoved ? withinLimits({ ...digest, channel: settings.channel }, id, write) : write();
    },
    limitReached: (of) => limitReached(of),
    refocus: (team, id, focus) => updateFocus(db, { team, id }, focus, now()),
    find: (team, id) => findDigest(db, team, id),
    ownedBy: (team, owner) => digestsOf(db, team, owner),
    inChannel: (team, channel) => digestsIn(db, team, channel),
    ofTeam: (team) => digestsOfTeam(db, team),
    lastCosts: (team, ids) => lastCosts(db, team, ids),
    sentTo: (team, person) => digestsTo(db, team, person),
    async pause(team, id, by) {
      const digest = await findDigest(db, team, id);
      return digest !== null && pauseDigest(db, digest, { because: 'person', by }, now());
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
        await queueNote(tx, jobs, digest, { note, place: { channel: digest.owner }, now: now() });
        return digest;
      }),
    remove: (team, id) => deleteDigest(db, team, id),
    ...createManualRuns(context),
  };
}
