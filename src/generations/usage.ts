import { monthStart, type SpendKind } from '../asks/limits.ts';
import type { Queries } from '../storage/database.ts';
import { COST } from './spending.ts';

/** Selects the asks whose cost is reported. */
export interface UsageScope {
  team: string;
  /** The asks of this person only. Undefined for the whole team. */
  person?: string | undefined;
}

export interface UsageCount {
  asks: number;
  /** Credits that were spent or are still reserved (spending.ts). */
  credits: number;
}

export interface UsageGroup extends UsageCount {
  /** The id of a person or channel, the kind of ask, or the day of the month. All direct messages are one group without a name. */
  name: string;
}

export interface Usage {
  /** The beginning of the month, in UTC. */
  month: Date;
  total: UsageCount;
  /** Number of people who made asks in the month. */
  people: number;
  /** For each way to group the asks: the 31 groups with the most credits, highest first. */
  by: Record<'person' | 'place' | 'kind' | 'day', UsageGroup[]>;
  /** Whether there are asks from earlier months. */
  hasEarlier: boolean;
}

/** One row of the downloaded table. */
export interface UsageRow extends UsageCount {
  /** For example 2026-11-30. */
  day: string;
  person: string;
  place: string;
  kind: SpendKind;
}

/** SQL for the asks of a month that were sent to the service. Only these count towards budgets. */
const SENT = `
  SELECT person, (submitted_at AT TIME ZONE 'UTC')::date AS day, ${COST} AS cost,
    CASE WHEN channel ~ '^[CG]' THEN channel ELSE '' END AS place,
    CASE WHEN is_digest THEN 'digest' WHEN work = 'agent' THEN 'thorough' WHEN work = 'image' THEN 'picture' ELSE 'quick' END AS kind
  FROM generations
  WHERE team = $1 AND submitted_at >= $2 AND submitted_at < $3 AND ($4::text IS NULL OR person = $4)`;

/** SQL that adds up all groups in one pass. `of` is a bit mask. Its 0 bit shows the column by which a row is grouped (see `OF`). */
const GROUPS = `
  SELECT "of", name, asks, credits, groups FROM (
    SELECT grouping(person, place, kind, day) AS "of", coalesce(person, place, kind, extract(day FROM day)::text) AS name,
      count(*)::int AS asks, sum(cost) AS credits,
      (count(*) OVER (PARTITION BY grouping(person, place, kind, day)))::int AS groups,
      row_number() OVER (PARTITION BY grouping(person, place, kind, day) ORDER BY sum(cost) DESC, count(*) DESC) AS rank
    FROM (${SENT}) AS sent GROUP BY GROUPING SETS ((), (person), (place), (kind), (day))) AS grouped
  WHERE rank <= 31 ORDER BY "of", rank`;
const OF = { person: 0b0111, place: 0b1011, kind: 0b1101, day: 0b1110, total: 0b1111 };

const EARLIER = `
  SELECT 1 FROM generations WHERE team = $1 AND submitted_at < $2 AND ($3::text IS NULL OR person = $3) LIMIT 1`;

type GroupRow = UsageGroup & { of: number; groups: number };

/** Returns what was spent in the month that contains `at`. */
export async function usageOf(db: Queries, { team, person }: UsageScope, at: number): Promise<Usage> {
  const month = monthStart(at);
  const scope = person ?? null;
  const [rows, earlier] = await Promise.all([
    db.query<GroupRow>(GROUPS, [team, month, nextMonth(month), scope]),
    db.query(EARLIER, [team, month, scope]),
  ]);
  const of = (which: keyof typeof OF) => rows.filter((row) => row.of === OF[which]);
  const [total] = of('total');
  return {
    month,
    total: { asks: total?.asks ?? 0, credits: total?.credits ?? 0 },
    people: of('person')[0]?.groups ?? 0,
    by: { person: of('person'), place: of('place'), kind: of('kind'), day: of('day') },
    hasEarlier: earlier.length > 0,
  };
}

/** Maximum number of rows in a download. */
const MOST = 50_000;
const ROWS = `
  SELECT day::text, person, place, kind, count(*)::int AS asks, sum(cost) AS credits FROM (${SENT}) AS sent
  GROUP BY day, person, place, kind ORDER BY day, person, place, kind LIMIT ${MOST}`;

/** Returns what was spent in the month that contains `at`, with one row for each combination of day, person, place and kind of ask. */
export function usageRows(db: Queries, team: string, at: number): Promise<UsageRow[]> {
  const month = monthStart(at);
  return db.query<UsageRow>(ROWS, [team, month, nextMonth(month), null]);
}

const REPORTED = `
  SELECT id, (credits ->> 'deducted')::float8 AS credits FROM generations
  WHERE team = $1 AND id::text = ANY ($2) AND credits ? 'deducted'`;

/** Returns the credits that the service has reported for these generations. Leaves out those without a report. */
export async function reportedCredits(
  db: Queries,
  team: string,
  ids: string[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string; credits: number }>(REPORTED, [team, ids]);
  return new Map(rows.map(({ id, credits }) => [id, credits]));
}

function nextMonth(month: Date): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1));
}
