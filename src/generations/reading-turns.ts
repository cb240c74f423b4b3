import type { Clock } from '../clock.ts';
import { createFairLimiter } from './limiter.ts';

/**
 * Decides which reading continues next. A reading collects one conversation for one ask. All readings of a team share Slack's rate limits.
 * Readings that were rate limited take turns, one at a time. The next turn goes to the person for whom the fewest pages were read, and of
 * this person's readings to the one with the fewest pages. The longer a reading waits, the fewer pages it counts as, so that new short
 * readings cannot stop a long one.
 */
export interface ReadingTurns {
  /** Begins a reading. Call `end` of the result when the reading is over. */
  begin(reader: { team: string; person: string }): Reading;
}

export interface Reading {
  /**
   * Runs `part` when it is this reading's turn, and returns its result.
   * @param part reads a few pages. It returns the milliseconds to wait after a rate limit, 0 if reading can continue at once, or 'done' at
   * the end
   */
  run(part: () => Promise<number | 'done'>, signal: AbortSignal): Promise<number | 'done'>;
  /** Counts a page that was read. Call it for each page, because the number of pages decides whose turn is next. */
  gotPage(): void;
  end(): void;
}

/** A reading with more pages than this counts as if it had only this many. */
const LONG_PAGES = 6;
/** Waiting this many milliseconds makes a reading count as one page shorter. After a minute, a long reading goes before new short ones. */
const PAGE_AGE_MS = 10_000;

/** The number of pages read, and when the last one was read (milliseconds since the epoch). Before the first page: when reading began. */
interface Share {
  pages: number;
  since: number;
}

interface Turn extends Share {
  /** Pages and time of all readings of the same person together. */
  person: Share;
  /** Whether Slack has rate limited this reading. */
  isLimited: boolean;
  /** Lets the reading continue. Undefined if the reading is not waiting for its turn. */
  go?: (() => void) | undefined;
}

interface Team {
  turns: Set<Turn>;
  running: Set<Turn>;
  /** Readings that were rate limited wait until this time (milliseconds since the epoch). */
  limitedUntil: number;
  people: Map<string, Share>;
  timer?: AbortController;
}

/** @param limits maximum number of parts (see Reading.run) that run at once: `total` in all, `perKey` for one team */
export function createReadingTurns(limits: { total: number; perKey: number }, clock: Clock): ReadingTurns {
  const limiter = createFairLimiter(limits);
  const teams = new Map<string, Team>();

  function teamOf(id: string): Team {
    const none = { turns: new Set<Turn>(), running: new Set<Turn>(), limitedUntil: 0, people: new Map() };
    const team = teams.get(id) ?? none;
    teams.set(id, team);
    return team;
  }

  /**
   * Returns true if this reading may call Slack now. A reading that was not rate limited does not wait for the others' rate limit, because
   * Slack limits each method separately and this reading may use another method.
   */
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

/** Returns the reading whose turn it is; undefined if none is waiting. */
function firstOf(turns: Turn[], now: number): Turn | undefined {
  const rank = ({ pages, since }: Share) => Math.min(pages, LONG_PAGES) - (now - since) / PAGE_AGE_MS;
  const least = Math.min(...turns.map(({ person }) => rank(person)));
  const ofPerson = turns.filter(({ person }) => rank(person) === least);
  return ofPerson.toSorted((one, other) => rank(one) - rank(other))[0];
}
