import { expect, test } from 'vitest';
import {
  type ExpectedCredits,
  estimate,
  type Made,
  type Size,
} from '../../src/generations/expected-credits.ts';

/**
 * How far estimates are off, for teams with the history of some months. The service publishes no prices, so each team has another price of a
 * slide and another way in which the number of slides grows with the text.
 */

/** Returns the same sequence of numbers from 0 to 1 in every run (mulberry32). */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
type Random = ReturnType<typeof random>;

interface Team {
  /** Returns the cost of a document. */
  cost(slides: number, size: Size, next: Random): number;
  /** Returns the number of slides that the service makes if nobody chooses it. */
  slides(characters: number, next: Random): number;
}
const between = (least: number, value: number, most: number) =>
  Math.round(Math.min(most, Math.max(least, value)));
const teams: Record<string, Team> = {
  'a fixed price': {
    cost: (slides) => slides * 3,
    slides: (characters) => between(4, characters / 500, 20),
  },
  'a price that varies': {
    cost: (slides, _, next) => Math.round(slides * (3 + 2 * next())),
    slides: (characters, next) => between(5, Math.sqrt(characters) / 4 + 3 * next(), 30),
  },
  'a start fee, and dearer pages': {
    cost: (slides, { format }) => 8 + slides * (format === 'document' ? 4 : 2),
    slides: (characters, next) => between(6, 6 + characters / 1500 + 2 * next(), 40),
  },
};

/** An ask as it is known before the yes. `written`: the characters of its source, which are not always known. */
function anySize(next: Random): Size & { written: number } {
  const kind =
    (['text', 'text', 'file', 'channel', 'channel', 'thread'] as const)[Math.floor(next() * 6)] ?? 'text';
  const isTopic = kind === 'text' && next() < 0.7;
  const written = isTopic ? 80 : Math.round(300 * Math.exp(4 * next()));
  const isChosen = next() < (kind === 'channel' ? 0.2 : 0.5);
  // A channel's messages are counted, but their average length is not known. A thread is read after the yes.
  const read = kind === 'channel' ? Math.round(written * (0.6 + 0.8 * next())) : written;
  return {
    kind,
    format: next() < 0.75 ? 'presentation' : 'document',
    model: undefined,
    ...(kind !== 'thread' && { characters: read }),
    slides: isChosen ? between(1, 2 + 12 * next(), 14) : undefined,
    written,
  };
}

/** Number of asks of each team. The first ten only build a history. */
const ASKS = 150;
const FIRST = 10;

interface Error {
  /** How many times the cost is above or below what was shown; 1 if it was in the range. */
  off: number;
  /** Upper end of what was shown, divided by the lower end. */
  width: number;
  /** Credits above the reservation, divided by the cost. */
  over: number;
  isWhole: boolean;
}

function errorsOf(team: Team, guess: (own: Size, past: Made[]) => ExpectedCredits | undefined): Error[] {
  const next = random(7);
  const past: Made[] = [];
  return Array.from({ length: ASKS }, (_, at) => {
    const { written, ...own } = anySize(next);
    const made = own.slides ?? team.slides(written, next);
    const cost = team.cost(made, own, next);
    const expected = guess(own, past.slice(0, 30));
    past.unshift({ ...own, characters: written, made, cost });
    if (at < FIRST || !expected?.shown) return [];
    const { from, to, each } = expected.shown;
    const actual = each === 'slide' ? cost / made : cost;
    const off = Math.max(1, from / actual, actual / to);
    const over = Math.max(0, cost - expected.reserve) / cost;
    return [{ off, width: to / from, over, isWhole: each === 'ask' }];
  }).flat();
}

const share = (errors: Error[], is: (error: Error) => boolean) => errors.filter(is).length / errors.length;
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
/**
 * Limits, which may only become stricter. When documents were compared without the length of their sources, and wide ranges shown as one
 * figure, the same three teams had 41, 56 and 12 percent of costs outside.
 */
const LIMITS = {
  /** Share of asks whose cost is more than a quarter outside of what was shown. */
  outside: 0.07,
  /**
   * Mean upper end of what was shown, divided by the lower end. It was 1.65 while one similar source only told the price of a slide; now it
   * tells a range for the whole ask.
   */
  width: 1.75,
  /** Mean credits above the reservation, as a share of the cost. */
  over: 0.025,
  /** Minimum share of asks that show a figure for the whole ask. The others show the price of a slide. */
  whole: 0.8,
};

test.each(Object.entries(teams))('estimates hold for a team with %s', (_, team) => {
  const errors = errorsOf(team, estimate);
  expect(errors.length).toBe(ASKS - FIRST);
  expect(share(errors, ({ off }) => off > 1.25)).toBeLessThan(LIMITS.outside);
  expect(mean(errors.map(({ width }) => width))).toBeLessThan(LIMITS.width);
  expect(mean(errors.map(({ over }) => over))).toBeLessThan(LIMITS.over);
  expect(share(errors, ({ isWhole }) => isWhole)).toBeGreaterThan(LIMITS.whole);
});

const own = { kind: 'channel', format: 'presentation', model: undefined, slides: undefined } as const;

test('one long summary says about what another one costs, and what a slide of anything else costs', () => {
  const past: Made[] = [{ ...own, characters: 9_000, made: 20, cost: 60 }];
  const each = { from: 3, to: 3, each: 'slide' };
  expect(estimate({ ...own, kind: 'file', characters: 178 }, past)?.shown).toEqual(each);
  const alike = { shown: { from: 40, to: 75, each: 'ask' }, usual: 57, reserve: 75 };
  expect(estimate({ ...own, characters: 8_000 }, past)).toEqual(alike);
  const half = { shown: { from: 22, to: 75, each: 'ask' }, usual: 43, reserve: 75 };
  expect(estimate({ ...own, kind: 'thread', characters: 4_500 }, past)).toEqual(half);
  expect(estimate({ ...own, kind: 'file', slides: 5 }, past)?.shown).toEqual({
    from: 15,
    to: 15,
    each: 'ask',
  });
  const another: Made = { ...own, characters: 7_000, made: 9, cost: 27 };
  const both = { from: 27, to: 60, each: 'ask' };
  expect(estimate({ ...own, characters: 8_000 }, [...past, another])?.shown).toEqual(both);
  expect(estimate({ ...own, characters: 600 }, [...past, another])).toMatchObject({ shown: each, usual: 30 });
  expect(estimate(own, [])).toBeUndefined();
});

test('before the first long source it is expected to have more slides the longer it is', () => {
  const past: Made[] = [{ ...own, kind: 'text', characters: 40, made: 1, cost: 3 }];
  const each = { from: 3, to: 3, each: 'slide' };
  expect(estimate({ ...own, characters: 11_000 }, past)).toEqual({ shown: each, usual: 42, reserve: 42 });
  expect(estimate({ ...own, characters: 900_000 }, past)).toMatchObject({ reserve: 225 });
  expect(estimate({ ...own, kind: 'text', characters: 50 }, past)).toMatchObject({ usual: 3, reserve: 30 });
});

test('a file with sections costs what slides cost, although documents of its size were changed since', () => {
  const changed: Made = { ...own, kind: 'file', slides: 5, made: undefined, isChanged: true, cost: 15 };
  const past: Made[] = [changed, changed, { ...own, kind: 'text', characters: 40, made: 10, cost: 30 }];
  const shown = { from: 18, to: 18, each: 'ask' };
  expect(estimate({ ...own, kind: 'file', slides: 6 }, past)?.shown).toEqual(shown);
});
