import { sql } from 'kysely';
import type { Generation, State } from '../generations/generation.ts';
import type { Queries } from '../storage/database.ts';
import { askFor } from './ask.ts';
import type { Digest, DigestSettings, PauseReason } from './digest.ts';
import { byHandKey, runKey } from './keys.ts';
import type { RunContext } from './run.ts';
import { runTables } from './runs.ts';
import type { Surroundings } from './surroundings.ts';
import { TOLD_NOTHING, toldUntil } from './told.ts';
import { windowOf } from './window.ts';

/** What came of a run by hand. */
export type Trial =
  | { outcome: 'started'; generation: Generation }
  /** There is one of it already, on its way or made: nothing is spent again. */
  | { outcome: 'already'; generation: Generation }
  /** Nobody has said anything in the time that it would cover. */
  | { outcome: 'nothing' }
  | { outcome: 'impossible'; because: PauseReason };

/** Runs that a person asks for. However often and fast they press, no credit is spent twice for one wish. */
export interface ByHand {
  /**
   * Makes one of a digest now, whatever its threshold, unless one is on its way. Its schedule stays as it is: the next run
   * sums up the same time again.
   * @throws where nobody can say just now what is in the channel
   */
  runNow(digest: Digest): Promise<Trial>;
  /**
   * Makes one of settings that may never be kept. `key` names the form and what was in it: the same again gives the same
   * one, unless that has failed.
   * @throws as above
   */
  tryOut(team: string, owner: string, settings: DigestSettings, key: string): Promise<Trial>;
}

export type ByHandContext = Pick<RunContext, 'db' | 'generations' | 'clock'> & {
  surroundings: Pick<Surroundings, 'look'>;
};

export function createByHand(context: ByHandContext): ByHand {
  const { db, generations, clock } = context;

  async function make(who: Who, of: Wanted, start: Start): Promise<Trial> {
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
      const key = byHandKey(digest.id, last ?? 'first');
      const { team, owner, id } = digest;
      const lastWindowEnd = await toldUntil(db, digest);
      return make({ team, owner, id }, { ...digest, lastWindowEnd }, (ask) => generations.start(ask, key));
    },
    tryOut: (team, owner, settings, key) =>
      make({ team, owner }, settings, async (ask) => {
        let generation = await generations.start(ask, key);
        while (TOLD_NOTHING.includes(generation.state)) {
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
  return state === 'delivered' || TOLD_NOTHING.includes(state);
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
        and (key like ${`${runKey(id, '')}%`} or key like ${`${byHandKey(id, '')}%`})
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
  ...[of, window, { surroundings }]: [LookedAt, ReturnType<typeof windowOf>, ByHandContext]
) {
  const signal = AbortSignal.timeout(LOOK_WITHIN_MS);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([surroundings.look(of, window, signal), late]);
}

type LookedAt = Parameters<Surroundings['look']>[0];
