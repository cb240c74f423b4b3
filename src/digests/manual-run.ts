import { sql } from 'kysely';
import type { Ask } from '../asks/schema.ts';
import { within } from '../clock.ts';
import type { Generation, State } from '../generations/generation.ts';
import type { Queries } from '../storage/database.ts';
import { askFor, manualRunKey, runKey } from './ask.ts';
import { coveredUntil, isCoveredSince, NOT_COVERED, reassign, windowOf, withDigestLock } from './coverage.ts';
import type { Digest, DigestSettings, PauseReason } from './digest.ts';
import type { DigestContext, DigestGateway } from './gateway.ts';
import { runTables } from './runs.ts';

/** The result of a run that a person asked for. */
export type RunResult =
  | { outcome: 'started'; generation: Generation }
  /** One is on its way, or was made, for the same request: nothing is spent again. */
  | { outcome: 'already'; generation: Generation }
  /** Nobody has said anything in the time that it would cover. */
  | { outcome: 'nothing' }
  | { outcome: 'impossible'; because: PauseReason };

/** The result of trying a failed digest again. */
export type RetryResult =
  | 'started'
  /** It was tried again before. */
  | 'already'
  /** A later digest covers that time as well. */
  | 'covered since'
  /** It has not failed, or what was asked has been deleted. */
  | 'nothing to try';

/** Runs that people ask for. No credit is spent twice for one request, however often and fast they click. */
export interface ManualRuns {
  /**
   * Makes a digest now, whatever its threshold, unless one is on its way. Its schedule stays as it is: the next run
   * covers the same time again.
   * @throws where Slack or the service cannot tell at the moment what is in the channel
   */
  runNow(digest: Digest): Promise<RunResult>;
  /**
   * Makes a digest of settings that may never be saved. `key` names the form and its content: the same key gives the
   * same digest, unless that has failed.
   * @throws as `runNow`
   */
  tryOut(team: string, owner: string, settings: DigestSettings, key: string): Promise<RunResult>;
  /** Asks again for what a failed generation was to cover: the same window, and once however often it is clicked. */
  tryAgain(team: string, generation: string): Promise<RetryResult>;
}

export type ManualRunContext = Pick<DigestContext, 'db' | 'generations' | 'clock'> & {
  gateway: Pick<DigestGateway, 'checkChannel'>;
};

/** Milliseconds: a person waits for the answer. */
const CHECK_WITHIN_MS = 10_000;

export function createManualRuns(context: ManualRunContext): ManualRuns {
  const { db, generations, gateway, clock } = context;

  async function make(
    owner: Owner,
    given: Given,
    start: (ask: Ask) => Promise<Generation>,
  ): Promise<RunResult> {
    const window = windowOf(given, new Date(clock.now()));
    // A single message is enough, so no more are counted.
    const digest = { ...given, ...owner, threshold: 1 };
    const ask = (signal: AbortSignal) => gateway.checkChannel(digest, window, signal);
    const check = await within(clock, CHECK_WITHIN_MS, ask, null);
    if (!check) throw new Error('Slack did not answer in time what is in the channel');
    if (!check.open) return { outcome: 'impossible', because: check.because };
    if (check.messages === 0) return { outcome: 'nothing' };
    const generation = await start(askFor(given, owner, window, check));
    return { outcome: isNew(generation) ? 'started' : 'already', generation };
  }

  return {
    async runNow(digest) {
      if (digest.pausedBecause === 'declined') return { outcome: 'impossible', because: 'declined' };
      const latest = await latestOf(db, digest);
      const generation = latest && (await generations.find(digest.team, latest));
      if (generation && !isOver(generation.state)) return { outcome: 'already', generation };
      // Two clicks at once find the same latest generation, so they share a key and start one.
      const key = manualRunKey(digest.id, latest ?? 'first');
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
    async tryAgain(team, id) {
      const ended = await generations.find(team, id);
      const ask = ended?.state === 'failed' ? await generations.askOf(team, id) : null;
      if (ask?.source.kind !== 'channel') return 'nothing to try';
      // A digest that was tried out has no id: it is a digest of its own.
      return withDigestLock(db, ask.digest?.id ?? id, async () => {
        if (await isCoveredSince(db, id)) return 'covered since';
        const again = await generations.start(ask, `again:${id}`);
        await reassign(db, id, again.id);
        return isNew(again) ? 'started' : 'already';
      });
    },
  };
}

/** Settings that were never saved have no earlier window. */
type Given = DigestSettings & { lastWindowEnd?: Date | undefined };
type Owner = Parameters<typeof askFor>[1];

/** A generation that was started just now is still queued. */
function isNew({ state }: Generation): boolean {
  return state === 'queued';
}

function isOver(state: State): boolean {
  return state === 'delivered' || NOT_COVERED.includes(state);
}

/**
 * The latest generation of a digest, whether by its schedule, by hand, or one of these tried again. It is found by the
 * keys, since the text of an ask is deleted once it is delivered.
 */
async function latestOf(db: Queries, { team, owner, id }: Digest): Promise<string | undefined> {
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
