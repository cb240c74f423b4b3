import { sql } from 'kysely';
import type { Generation, State } from '../generations/generation.ts';
import type { Queries } from '../storage/database.ts';
import { askFor, manualRunKey, runKey } from './ask.ts';
import { coveredUntil, isCoveredSince, NOT_COVERED, reassign, windowOf, withDigestLock } from './coverage.ts';
import type { Digest, DigestSettings, PauseReason } from './digest.ts';
import type { DigestGateway } from './gateway.ts';
import type { RunContext } from './run.ts';
import { runTables } from './runs.ts';

/** What came of a run by hand. */
export type RunResult =
  | { outcome: 'started'; generation: Generation }
  /** There is one of it already, on its way or made: nothing is spent again. */
  | { outcome: 'already'; generation: Generation }
  /** Nobody has said anything in the time that it would cover. */
  | { outcome: 'nothing' }
  | { outcome: 'impossible'; because: PauseReason };

/** Runs that a person asks for. However often and fast they press, no credit is spent twice for one wish. */
export interface ManualRuns {
  /**
   * Makes one of a digest now, whatever its threshold, unless one is on its way. Its schedule stays as it is: the next run
   * sums up the same time again.
   * @throws where nobody can say just now what is in the channel
   */
  runNow(digest: Digest): Promise<RunResult>;
  /**
   * Makes one of settings that may never be kept. `key` names the form and what was in it: the same again gives the same
   * one, unless that has failed.
   * @throws as above
   */
  tryOut(team: string, owner: string, settings: DigestSettings, key: string): Promise<RunResult>;
}

export type ManualRunContext = Pick<RunContext, 'db' | 'generations' | 'clock'> & {
  gateway: Pick<DigestGateway, 'checkChannel'>;
};

export function createManualRuns(context: ManualRunContext): ManualRuns {
  const { db, generations, clock } = context;

  async function make(who: Who, of: Wanted, start: Start): Promise<RunResult> {
    const window = windowOf(of, new Date(clock.now()));
    // One message is enough here, and no more is counted than that.
    const look = await lookInTime({ ...of, ...who, threshold: 1 }, window, context);
    if (!look.open) return { outcome: 'impossible', because: look.because };
    if (look.messages === 0) return { outcome: 'nothing' };
    const generation = await start(askFor(of, who, window, look));
    // A new one has gone no further than this.
    return { outcome: generation.state === 'queued' ? 'started' : 'already', generation };
  }

  return {
    async runNow(digest) {
      if (digest.pausedBecause === 'declined') return { outcome: 'impossible', because: 'declined' };
      const last = await newestOf(db, digest);
      const generation = last && (await generations.find(digest.team, last));
      if (generation && !isOver(generation.state)) return { outcome: 'already', generation };
      // Of two presses at once both have seen the same one before, and so make the same one.
      const key = manualRunKey(digest.id, last ?? 'first');
      const { team, owner, id } = digest;
      const lastWindowEnd = await coveredUntil(db, digest);
      return make({ team, owner, id }, { ...digest, lastWindowEnd }, (ask) => generations.start(ask, key));
    },
    tryOut: (team, owner, settings, key) =>
      make({ team, owner }, settings, async (ask) => {
        let generation = await generations.start(ask, key);
        while (NOT_COVERED.includes(generation.state)) {
          generation = await generations.start(ask, `${key}:${generation.id}`);
        }
        return generation;
      }),
  };
}

/** Settings alone begin where the run before would have. */
type Wanted = DigestSettings & { lastWindowEnd?: Date | undefined };
type Who = Parameters<typeof askFor>[1];
type Start = (ask: ReturnType<typeof askFor>) => Promise<Generation>;

function isOver(state: State): boolean {
  return state === 'delivered' || NOT_COVERED.includes(state);
}

/**
 * The generation that was made last of this digest: by its clock, by hand, or of one of these tried again. Found by the
 * keys, which stay for good; what was asked is deleted once it is delivered.
 */
async function newestOf(db: Queries, { team, owner, id }: Digest): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with recursive made as (
      select id, created_at from generations
      where team = ${team} and person = ${owner}
        and (key like ${`${runKey(id, '')}%`} or key like ${`${manualRunKey(id, '')}%`})
      union all
      select g.id, g.created_at from made m
      join generations g on g.team = ${team} and g.key = 'again:' || m.id
    )
    select id from made order by created_at desc, id limit 1`.execute(runTables(db));
  return rows[0]?.id;
}

/** A person waits for the answer. Milliseconds. */
const LOOK_WITHIN_MS = 10_000;

/** @throws TimeoutError where Slack takes longer than a person waits */
async function lookInTime(
  ...[of, window, { gateway }]: [LookedAt, ReturnType<typeof windowOf>, ManualRunContext]
) {
  const signal = AbortSignal.timeout(LOOK_WITHIN_MS);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([gateway.checkChannel(of, window, signal), late]);
}

type LookedAt = Parameters<DigestGateway['checkChannel']>[0];

/** What came of trying again. */
export type RetryResult =
  | 'started'
  /** That was pressed before, and there is one. */
  | 'already'
  /** A later digest covers that time as well. */
  | 'covered since'
  /** It has not failed, or what was asked has been deleted. */
  | 'nothing to try';

export interface TryAgain {
  /** Asks once more for what a failed generation was to tell: the same window, and once however often it is pressed. */
  tryAgain(team: string, generation: string): Promise<RetryResult>;
}

export function createTryAgain({ db, generations }: Pick<RunContext, 'db' | 'generations'>): TryAgain {
  return {
    async tryAgain(team, id) {
      const ended = await generations.find(team, id);
      const ask = ended?.state === 'failed' ? await generations.askOf(team, id) : null;
      if (ask?.source.kind !== 'channel') return 'nothing to try';
      // One that was tried out belongs to no digest that is kept, and stands for itself.
      return withDigestLock(db, ask.digest?.id ?? id, async () => {
        if (await isCoveredSince(db, id)) return 'covered since';
        const again = await generations.start(ask, `again:${id}`);
        await reassign(db, id, again.id);
        // A new one has gone no further than this.
        return again.state === 'queued' ? 'started' : 'already';
      });
    },
  };
}
