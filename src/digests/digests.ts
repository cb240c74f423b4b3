import type { Generation } from '../generations/generation.ts';
import { askFor } from './ask.ts';
import type { Digest, DigestSettings, PauseReason } from './digest.ts';
import type { RunContext } from './run.ts';
import {
  deleteDigest,
  digestsIn,
  digestsOf,
  findDigest,
  insertDigest,
  pauseDigest,
  resumeDigest,
  updateSettings,
} from './store.ts';
import type { Surroundings } from './surroundings.ts';
import { nextRun } from './timing.ts';
import { runBefore, windowOf } from './window.ts';

/** What came of a run by hand. */
export type Trial =
  | { outcome: 'started'; generation: Generation }
  /** Nobody has said anything in the time that it would cover. */
  | { outcome: 'nothing' }
  | { outcome: 'impossible'; because: PauseReason };

/** What the surfaces may do with digests. Every call names the team; a foreign id finds nothing. */
export interface Digests {
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
  /**
   * Makes one now, from digest or form, whatever its threshold. Its schedule stays as it is: the next run sums up the same
   * time again.
   */
  runNow(team: string, owner: string, of: DigestSettings | Digest, key: string): Promise<Trial>;
}

/** A press waits for the answer. Milliseconds. */
const LOOK_WITHIN_MS = 10_000;

export function createDigests({ db, generations, surroundings, clock, log }: DigestsContext): Digests {
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
    async runNow(team, owner, of, key) {
      const window = windowOf(of, now());
      const look = await surroundings.look(
        { ...of, team, owner },
        window,
        AbortSignal.timeout(LOOK_WITHIN_MS),
      );
      if (!look.open) return { outcome: 'impossible', because: look.because };
      if (look.messages === 0) return { outcome: 'nothing' };
      const who = { team, owner, ...('id' in of && { id: of.id }) };
      return { outcome: 'started', generation: await generations.start(askFor(of, who, window, look), key) };
    },
  };
}

export type DigestsContext = Pick<RunContext, 'db' | 'generations' | 'clock' | 'log'> & {
  surroundings: Pick<Surroundings, 'look'>;
};
