import { createHash } from 'node:crypto';
import { seeded } from '../../digests/year/seeded.ts';
import { type Fault, type Random, someFaults } from './faults.ts';
import { type Kind, kinds, SHARES, wordFor } from './kinds.ts';
import { teams } from './teams.ts';

/** Everything that is decided before a run begins. The same seed gives the same plan, whatever time does to it. */

/** `/deck` with its form, `/deck` with a sentence, a direct message, a mention in a thread. */
export const surfaces = ['form', 'command', 'direct', 'thread'] as const;
type Surface = (typeof surfaces)[number];

export interface PlannedAsk {
  /** Stands in what is asked for, and nowhere else in the world. */
  word: string;
  kind: Kind;
  team: string;
  person: string;
  /**
   * Where it is asked for; in the conversation with Deckhand where it is `direct`. A digest has a channel of its own, which is
   * called by its word.
   */
  channel: string;
  /** Of a deck; the others have one way in. */
  surface: Surface;
  faults: Fault[];
  /** What the person does where nobody knows whether credits were spent. */
  onUnsure: 'again' | 'leave';
  /** Has a second file made once the document is there. */
  exportsPdf: boolean;
  /** Presses every button twice. */
  pressesTwice: boolean;
}

/** What happens to the processes and to their surroundings, each after so many asks were begun. */
export interface PlannedBlow {
  kind: 'kill' | 'clock' | 'database';
  afterAsks: number;
  /** Milliseconds to wait before it, so that it finds work in hand. */
  waitMs: number;
  /** Which of the processes, as a share of them, 0 to 1. */
  which: number;
  /** By how much that process's clock is wrong from then on, milliseconds. */
  skewMs: number;
}

export interface Plan {
  seed: number;
  asks: PlannedAsk[];
  blows: PlannedBlow[];
}

/** The part of the asks among which digests are: each is due some minutes later, while the others go on. */
const DIGESTS_UNTIL = 0.75;
/** A person who has asked for fewer decks has nothing to change yet. */
const DECKS_BEFORE_EDITS = 2;

/**
 * The most that a clock may be wrong, milliseconds. Slack signs with the time, and a request that is five minutes off is
 * refused, so a clock that is worse keeps everything out.
 */
export const MOST_SKEW_MS = 120_000;
/** Milliseconds that a process may be at work before the next blow. */
const MOST_WAIT_MS = 1_500;
/** A clock jumps, and a database restarts, once in so many kills. */
const KILLS_PER_JUMP = 4;
const KILLS_PER_RESTART = 10;

export function makePlan(seed: number, { asks, kills }: { asks: number; kills: number }): Plan {
  const random = seeded(seed);
  const decks = new Map<string, number>();
  return {
    seed,
    asks: Array.from({ length: asks }, (_, number) =>
      planAsk(number, { decks, isEarly: number < asks * DIGESTS_UNTIL }, random),
    ),
    blows: planBlows(asks, kills, random),
  };
}

/** Eight characters that tell two plans apart. */
export function fingerprint(plan: Plan): string {
  return createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 8);
}

/** @param decks how many each person has asked for so far */
function planAsk(
  number: number,
  { decks, isEarly }: { decks: Map<string, number>; isEarly: boolean },
  random: Random,
): PlannedAsk {
  const team = pick(teams, random);
  const person = pick(team.people, random).id;
  const kind = kindFor({ decks: decks.get(person) ?? 0, isEarly }, random);
  if (kind === 'deck') decks.set(person, (decks.get(person) ?? 0) + 1);
  const word = wordFor(kind, number, random);
  const surface = random() < 0.3 ? 'form' : pick(surfaces, random);
  const channel = pick(team.conversations, random).id;
  return {
    word,
    kind,
    team: team.id,
    person,
    channel: kind === 'digest' ? digestChannel(number) : channel,
    surface: kind === 'deck' ? surface : 'form',
    faults: random() < 0.7 ? someFaults({ word, kind }, random) : [],
    onUnsure: random() < 0.5 ? 'again' : 'leave',
    exportsPdf: kind === 'deck' && random() < 0.1,
    pressesTwice: random() < 0.2,
  };
}

function kindFor({ decks, isEarly }: { decks: number; isEarly: boolean }, random: Random): Kind {
  let rest = random() * 100;
  const kind = kinds.find((each) => {
    rest -= SHARES[each];
    return rest < 0;
  });
  const isTooSoon = kind === 'edit' && decks < DECKS_BEFORE_EDITS;
  const isTooLate = kind === 'digest' && !isEarly;
  return !kind || isTooSoon || isTooLate ? 'deck' : kind;
}

const digestChannel = (number: number): string => `C0D${String(number).padStart(5, '0')}`;

function planBlows(asks: number, kills: number, random: Random): PlannedBlow[] {
  const blows: PlannedBlow[] = [];
  for (let number = 0; number < kills; number += 1) {
    const afterAsks = Math.floor(((number + 0.5) * asks) / kills);
    const blow = (kind: PlannedBlow['kind']) => {
      const skewMs = Math.round((random() * 2 - 1) * MOST_SKEW_MS);
      blows.push({ kind, afterAsks, waitMs: Math.round(random() * MOST_WAIT_MS), which: random(), skewMs });
    };
    blow('kill');
    if (number % KILLS_PER_JUMP === KILLS_PER_JUMP - 1) blow('clock');
    if (number % KILLS_PER_RESTART === KILLS_PER_RESTART - 1) blow('database');
  }
  return blows;
}

function pick<T>(from: readonly T[], random: Random): T {
  const one = from[Math.floor(random() * from.length)];
  if (one === undefined) throw new Error('Nothing to pick from');
  return one;
}
