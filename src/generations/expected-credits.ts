import { type SqlBool, sql } from 'kysely';
import type { Ask } from '../asks/schema.ts';
import type { SealingQueries } from '../storage/database.ts';
import { generationTables, readGeneration } from './store.ts';

/** Credits that an ask is expected to cost. `from` and `to` are equal if the compared documents cost about the same. */
export interface ExpectedCredits {
  from: number;
  to: number;
}

/** Maximum number of a team's newest documents with which an ask is compared. */
const COMPARED = 30;
/** Minimum number of similar documents. If there are fewer, the ask is compared with all documents of the same kind of work. */
const ENOUGH = 2;
/** Maximum difference between the numbers of slides of two asks that count as equally long. */
const SAME_LENGTH = 3;
/** Maximum ratio of the highest to the lowest cost at which one figure is returned instead of a range. */
const ONE_FIGURE = 1.25;

/**
 * Returns the expected cost of an ask, based on the costs of the team's newest documents of the same kind and length.
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
  const costs = (alike.length >= ENOUGH ? alike : made).flatMap(({ credits }) => credits?.deducted ?? []);
  if (costs.length === 0) return undefined;
  const sorted = costs.toSorted((one, other) => one - other);
  const [from, to] = [Math.floor(sorted[0] ?? 0), Math.ceil(sorted.at(-1) ?? 0)];
  const usual = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
  return to <= from * ONE_FIGURE ? { from: usual, to: usual } : { from, to };
}

type Compared = Pick<Ask, 'format' | 'cards'> & { source: Pick<Ask['source'], 'kind'> };

function isAlike(one: Partial<Compared>, other: Partial<Compared>): boolean {
  if (one.format !== other.format) return false;
  if (one.cards === undefined || other.cards === undefined) {
    return one.cards === other.cards && one.source?.kind === other.source?.kind;
  }
  return Math.abs(one.cards - other.cards) <= SAME_LENGTH;
}
