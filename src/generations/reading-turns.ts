import type { Clock } from '../clock.ts';
import { createFairLimiter } from './limiter.ts';

/**
 * Decides which reading (of one conversation, for one ask) may call Slack next. The readings of a team share Slack's rate limits, so they
 * take turns. The person for whom the fewest pages were read is first. Of this person's readings, the reading with the fewest pages is
 * first. While a reading waits, its number of pages is reduced, so that new readings cannot delay it forever.
 */
export interface ReadingTurns {
  /** Begins a reading. Call `end` of the returned reading when it is over. */
  begin(reader: { team: string; person: string }): Reading;
}

export interface Reading {
  /**
   * Runs `part` when it is this reading's turn, and returns its result.
   * @param part reads a few pages. Returns 'done' at the end, 0 if there are more pages, or the milliseconds to wait after a rate limit
   */
  run(part: () => Promise<number | 'done'>, signal: AbortSignal): Promise<number | 'done'>;
  /** Counts a page that was read. Call this for each page, because the number of pages decides which reading is next. */
  gotPage(): void;
  end(): void;
}

/** A reading with more pages than this is treated as if it had this number of pages. */
const LONG_PAGES = 6;
/** Milliseconds of waiting that count as one page fewer, so that new readings cannot delay a waiting reading forever. */
const PAGE_AGE_MS = 10_000;

interface Share {
  /** The number of pages that were read. */
  pages: number;
  /** When the last page was read or, before that, when reading began (milliseconds since the epoch). */
  since: number;
}

interface Turn extends Share {
  /** The pages that were read in all current readings of the same person. */
  person: Share;
  /** Whether Slack has rate limited this reading. */
  isLimited: boolean;
  /** Lets the waiting reading continue. Undefined if the reading is not waiting for its turn. */
  go?: (() => void) | undefined;
}

interface Team {
  turns: Set<Turn>;
  running: Set<Turn>;
  /** Time until which rate limited readings wait, in milliseconds since the epoch. */
  limitedUntil: number;
  people: Map<string, Share>;
  timer?: AbortController;
}

/** Creates the turns of this process. @param limits parts of readings that may run at once: `total` in all, `perKey` for one team */
export function createReadingTurns(limits: { total: number; perKey: number }, clock: Clock): ReadingTurns {
  const limiter = createFairLimiter(limits);
  const teams = new Map<string, Team>();

  function teamOf(id: string): Team {
    const none = { turns: new Set<Turn>(), running: new Set<Turn>(), limitedUntil: 0, people: new Map() };
    const team = teams.get(id) ?? none;
    teams.set(id, team);
    return team;
  }

  /** Returns true if this reading may call Slack now. A rate limit does not delay other readings, because they may call other methods. */
  function mayGo({ isLimited, go }: Turn, { running, limitedUntil }: Team): boolean {
    if (!go || running.size >= limits.perKey) return false;
    return !isLimited || (clock.now() >= limitedUntil && ![...running].some((other) => other.isLimited));
  }

  function admit(team: Team): void {
    const now = clock.now();
    for (;;) {
      const waiting = [...team.turns].filter((turn) => mayGo(turn, team));
      const next = firstOf(waiting, now);
      if (!next) break;
      team.running.add(next);
      next.go?.();
      next.go = undefined;
    }
    team.timer?.abort();
    if (now >= team.limitedUntil || ![...team.turns].some(({ go }) => go)) return;
    team.timer = new AbortController();
    clock.sleep(team.limitedUntil - now, team.timer.signal).then(
      () => admit(team),
      () => {},
    );
  }

  function wait(turn: Turn, team: Team, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const giveUp = () => {
        turn.go = undefined;
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      turn.go = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      admit(team);
    });
  }

  return {
    begin({ team: id, person }) {
      const team = teamOf(id);
      const none = { pages: 0, since: clock.now() };
      const share = team.people.get(person) ?? { ...none };
      team.people.set(person, share);
      const turn: Turn = { ...none, person: share, isLimited: false };
      team.turns.add(turn);
      return {
        async run(part, signal) {
          await wait(turn, team, signal);
          try {
            const waitMs = await limiter.run(id, part, signal);
            if (waitMs !== 'done' && waitMs > 0) {
              turn.isLimited = true;
              team.limitedUntil = Math.max(team.limitedUntil, clock.now() + waitMs);
            }
            return waitMs;
          } finally {
            team.running.delete(turn);
            admit(team);
          }
        },
        gotPage() {
          for (const each of [turn, share]) {
            each.pages += 1;
            each.since = clock.now();
          }
        },
        end() {
          team.turns.delete(turn);
          if (![...team.turns].some((other) => other.person === share)) team.people.delete(person);
          if (team.turns.size > 0) return admit(team);
          team.timer?.abort();
          teams.delete(id);
        },
      };
    },
  };
}

/** Returns the reading of `turns` that is next; undefined if `turns` is empty. */
function firstOf(turns: Turn[], now: number): Turn | undefined {
  const rank = ({ pages, since }: Share) => Math.min(pages, LONG_PAGES) - (now - since) / PAGE_AGE_MS;
  const least = Math.min(...turns.map(({ person }) => rank(person)));
  const ofPerson = turns.filter(({ person }) => rank(person) === least);
  return ofPerson.toSorted((one, other) => rank(one) - rank(other))[0];
}
