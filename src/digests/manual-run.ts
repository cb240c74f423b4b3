import { sql } from 'kysely';
import type { Ask } from '../asks/schema.ts';
import { within } from '../clock.ts';
import type { Generation, State } from '../generations/generation.ts';
import type { Queries } from '../storage/database.ts';
import { askFor, manualRunKey, runKey } from './ask.ts';
import {
  coveredUntil,
  isCoveredByLaterRun,
  moveWindow,
  NOT_COVERED,
  windowOf,
  withDigestLock,
} from './coverage.ts';
import type { Digest, DigestSettings, PauseReason } from './digest.ts';
import type { DigestContext, DigestGateway } from './gateway.ts';
import { runTables } from './run-store.ts';

/** Result of the button "Run now", or of a run with unsaved settings. */
export type RunResult =
  | { outcome: 'started'; generation: Generation }
  /** The generation was started earlier, so nothing was started now. */
  | { outcome: 'already'; generation: Generation }
  /** The time window that the document would cover has no messages. `since` is the beginning of the time window. */
  | { outcome: 'nothing'; since: Date }
  | { outcome: 'impossible'; because: PauseReason };

export type RetryResult =
  | 'started'
  /** The digest was already tried again. */
  | 'already'
  /** A later run of the digest also covers the time window of the failed generation. */
  | 'covered since'
  /** The generation did not fail, is not about a channel's days, or its ask was deleted. */
  | 'nothing to try';

/** Runs that people start by hand. A double click spends credits only once. */
export interface ManualRuns {
  /**
   * Makes a digest's document now, unless one is in progress. The threshold does not apply. The next scheduled run covers the same time
   * window again.
   * @throws if Slack or the service does not answer
   */
  runNow(digest: Digest): Promise<RunResult>;
  /**
   * Makes a document with unsaved settings.
   * @param key idempotency key of the form and its content. A second call starts a new generation only if the first one failed or was
   *   stopped.
   * @throws if Slack or the service does not answer
   */
  runOnce(team: string, owner: string, settings: DigestSettings, key: string): Promise<RunResult>;
  /** Starts a failed generation of a digest again, for the same time window. A second click does nothing. */
  tryAgain(team: string, generation: string): Promise<RetryResult>;
}

export type ManualRunContext = Pick<DigestContext, 'db' | 'generations' | 'clock'> & {
  gateway: Pick<DigestGateway, 'checkChannel'>;
};

/** Timeout of the check of the channel, in milliseconds. It is short, because a person waits for the result. */
const CHECK_WITHIN_MS = 10_000;

export function createManualRuns(context: ManualRunContext): ManualRuns {
  const { db, generations, gateway, clock } = context;

  /** Checks the channel, and starts the generation if there is at least one message in the time window to cover. */
  async function make(
    owner: Owner,
    given: Given,
    start: (ask: Ask) => Promise<Generation>,
  ): Promise<RunResult> {
    const window = windowOf(given, new Date(clock.now()));
    // A manual run needs only one message, so counting stops at one.
    const digest = { ...given, ...owner, threshold: 1 };
    const ask = (signal: AbortSignal) => gateway.checkChannel(digest, window, signal);
    const check = await within(clock, CHECK_WITHIN_MS, ask, null);
    if (!check) throw new Error('Slack did not answer in time');
    if (!check.open) return { outcome: 'impossible', because: check.because };
    if (check.messages === 0) return { outcome: 'nothing', since: window.since };
    const generation = await start(askFor(given, owner, window, check));
    return { outcome: isNew(generation) ? 'started' : 'already', generation };
  }

  return {
    async runNow(digest) {
      if (digest.pausedBecause === 'declined') return { outcome: 'impossible', because: 'declined' };
      const latest = await latestOf(db, digest);
      const generation = latest && (await generations.find(digest.team, latest));
      if (generation && !isOver(generation.state)) return { outcome: 'already', generation };
      // Two clicks at the same time find the same latest generation, so their keys are equal and only one generation is started.
      const key = manualRunKey(digest.id, latest ?? 'first');
      const { team, owner, id } = digest;
      const lastWindowEnd = await coveredUntil(db, digest);
      return make({ team, owner, id }, { ...digest, lastWindowEnd }, (ask) => generations.start(ask, key));
    },
    runOnce: (team, owner, settings, key) =>
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
      // The lock has the digest's id as its name. A run with unsaved settings has no digest, so its lock has the generation's id.
      return withDigestLock(db, ask.digest?.id ?? id, async () => {
        if (await isCoveredByLaterRun(db, id)) return 'covered since';
        const again = await generations.start(ask, `again:${id}`);
        await moveWindow(db, id, again.id);
        return isNew(again) ? 'started' : 'already';
      });
    },
  };
}

/** The settings of a run. `lastWindowEnd` is missing if the settings are not saved. */
type Given = DigestSettings & { lastWindowEnd?: Date | undefined };
type Owner = Parameters<typeof askFor>[1];

/** Returns true if the generation was started a moment ago, so its job has not begun. */
function isNew({ state }: Generation): boolean {
  return state === 'queued';
}

function isOver(state: State): boolean {
  return state === 'delivered' || NOT_COVERED.includes(state);
}

/** Returns the id of a digest's latest generation. Finds the digest's generations by their keys, because asks are encrypted. */
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
