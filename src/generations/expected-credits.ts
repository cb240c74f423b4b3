import { type SqlBool, sql } from 'kysely';
import type { Ask } from '../asks/schema.ts';
import type { SealingQueries } from '../storage/database.ts';
import { generationTables, readGeneration } from './store.ts';

/** Credits that an ask is expected to cost. `from` and `to` are equal if the compared documents cost about the same. */
export interface ExpectedCredits {
  from: number;
  to: number;
  /** One figure, which budgets reserve: the median, so that one dear document does not block cheap asks. */
  usual: number;
}

/** Maximum number of a team's newest documents with which an ask is compared. */
const COMPARED = 30;
/** Minimum number of similar documents. If there are fewer, the ask is compared with all documents of the same kind of work. */
const ENOUGH = 2;
/** Two asks are similar if their numbers of slides differ by at most this number. */
const SAME_LENGTH = 3;
/** Two typed texts are similar if the longer one has at most this many times the characters of the other. */
const SAME_TEXT = 4;
/** Texts of fewer characters count as this long, because all of them are topics that the service writes out. */
const TOPIC = 500;
/** If the highest cost is at most this many times the lowest, one figure is returned instead of a range. */
const ONE_FIGURE = 1.25;

/**
 * Returns the expected cost of an ask, based on the costs of the team's newest documents of the same kind and length. If there are too few
 * of them, a long text is expected to cost as much as the dearest document.
 * @returns undefined if the team has made no document of this kind, or if the service does not report costs
 */
export async function expectedCredits(
  db: SealingQueries,
  ask: Pick<Ask, 'team' | 'work'> & Partial<Compared>,
): Promise<ExpectedCredits | undefined> {
  const rows = await generationTables(db)
    .selectFrom('generations')
    .selectAll()
    .where('team', '=', ask.team)
    .where('state', '=', 'delivered')
    .where('work', '=', ask.work.kind)
    .where(sql<SqlBool>`credits ? 'deducted'`)
    .orderBy('createdAt', 'desc')
    .limit(COMPARED)
    .execute();
  const made = rows.map((row) => readGeneration(db, row));
  const alike = made.filter((other) => other.ask && isAlike(ask, other.ask));
  const isEnough = alike.length >= ENOUGH;
  const costs = (isEnough ? alike : made).flatMap(({ credits }) => credits?.deducted ?? []);
  if (costs.length === 0) return undefined;
  const sorted = costs.toSorted((one, other) => one - other);
  const [from, to] = [Math.floor(sorted[0] ?? 0), Math.ceil(sorted.at(-1) ?? 0)];
  const median = Math.ceil(sorted[Math.floor(sorted.length / 2)] ?? 0);
  if (to <= from * ONE_FIGURE) return { from: median, to: median, usual: median };
  const isDear = !isEnough && lengthOf(ask) > TOPIC;
  return { from, to, usual: isDear ? to : median };
}

type Compared = Pick<Ask, 'format' | 'cards' | 'prompt'> & { source: Pick<Ask['source'], 'kind'> };

/** Returns the characters of a typed text. Other sources have no length before they are read. */
function lengthOf({ source, prompt = '' }: Partial<Compared> = {}): number {
  return source?.kind === 'text' ? Math.max(prompt.length, TOPIC) : TOPIC;
}

function isAlike(one: Partial<Compared>, other: Partial<Compared>): boolean {
  const [shorter = 0, longer = 0] = [lengthOf(one), lengthOf(other)].toSorted((a, b) => a - b);
  if (one.format !== other.format || longer > shorter * SAME_TEXT) return false;
  if (one.cards === undefined || other.cards === undefined) {
    return one.cards === other.cards && one.source?.kind === other.source?.kind;
  }
  return Math.abs(one.cards - other.cards) <= SAME_LENGTH;
}
