import { accessGiven } from '../asks/document-access.ts';
import {
  type Budget,
  type BudgetBlocker,
  isOnlyReserved,
  leastLimit,
  monthStart,
  type RequestReason,
  spendKindOf,
  type UsedUp,
} from '../asks/limits.ts';
import type { Ask } from '../asks/schema.ts';
import type { SealingQueries, Transaction } from '../storage/database.ts';
import { pseudonymsOf } from '../storage/person.ts';
import { auditedDocument, auditOnce } from './audit-line.ts';
import type { StepContext } from './context.ts';
import { type Priced as Compared, expectedCredits, firstCost } from './expected-credits.ts';
import type { Changes, Generation } from './generation.ts';
import { recordTransition, transition } from './transitions.ts';

/**
 * Adds up the credits that a team has spent, from its generations, because a stored balance could be wrong after a crash. A generation
 * counts from the time when its create call is sent (`submitted_at`).
 */

/** Assumed cost, in credits, of a generation for which none were reserved, because the team had no limit when the ask was sent. */
const UNRESERVED = 10;

/**
 * SQL for the credits that one generation has used: the column `held` plus the first of these that applies:
 * - the cost that the service has reported
 * - 1 for a finished document with a `generation_id`
 * - 0 for a document that the service could not make
 * - the reserved credits, or `UNRESERVED` if none were reserved
 */
export const COST = `held + CASE
  WHEN credits ? 'deducted' THEN (credits ->> 'deducted')::float8
  WHEN state IN ('delivering', 'delivered') AND generation_id IS NOT NULL THEN 1
  WHEN state = 'failed' AND failure ->> 'reason' IN ('service_failed', 'no_credits') THEN 0
  ELSE coalesce(reserved, ${UNRESERVED}) END`;

/**
 * SQL for the credits in `COST` that are only reserved, because the service is working on the ask. Leaves out states that end only when
 * a person decides or reconnects (`unsure`, `late`, `disconnected`), because it does not help to wait for these.
 */
const RESERVED = `CASE
  WHEN state IN ('submitting', 'following') THEN coalesce(reserved, ${UNRESERVED})
  ELSE 0 END`;

const USED = `
  SELECT coalesce(sum(cost), 0) AS team,
    coalesce(sum(cost) FILTER (WHERE person = any($3)), 0) AS person,
    coalesce(sum(cost) FILTER (WHERE channel = $4), 0) AS channel,
    coalesce(sum(open), 0) AS "openOfTeam",
    coalesce(sum(open) FILTER (WHERE person = any($3)), 0) AS "openOfPerson",
    coalesce(sum(open) FILTER (WHERE channel = $4), 0) AS "openOfChannel"
  FROM (
    SELECT person, channel, ${COST} AS cost, ${RESERVED} AS open FROM generations WHERE team = $1 AND submitted_at >= $2
  ) AS sent`;

type Used = Record<'team' | 'person' | 'channel' | 'openOfTeam' | 'openOfPerson' | 'openOfChannel', number>;

/** Adds up this month's credits of a team, of one person and of one channel. The columns `openOf…` contain only the reserved credits. */
async function usedBy(
  db: SealingQueries,
  { team, person, channel = '' }: Spending,
  now: number,
): Promise<Used> {
  const people = idsOf(db, { team, person });
  const [used] = await db.query<Used>(USED, [team, monthStart(now), people, channel]);
  if (!used) throw new Error('The query of the spent credits returned no row');
  return used;
}

/** Returns a person's id and pseudonyms. After an erasure, a pseudonym has the person's used credits and limit. */
const idsOf = (
  { cipher }: Pick<SealingQueries, 'cipher'>,
  { team, person }: Pick<Ask, 'team' | 'person'>,
) => [person, ...pseudonymsOf(cipher, { team, person })];

/** Credits that a person, a channel or a team has used this month. */
export interface UsedOfLimit {
  /** Credits that were spent or are reserved. */
  used: number;
  /** The part of `used` that is only reserved, for asks that the service is working on. */
  reserved: number;
  /** The limit; null if there is none. */
  limit: number | null;
}

/** Returns the credits that a person has used this month, and the limit. */
export async function spentByPerson(
  { team, person }: Pick<Ask, 'team' | 'person'>,
  { db, clock, limitsOf }: Pick<StepContext, 'db' | 'clock' | 'limitsOf'>,
): Promise<UsedOfLimit> {
  const spending = { team, person, channel: undefined };
  const [ofPerson] = await usedOfLimits(db, await limitsOf(team), spending, clock.now());
  return ofPerson;
}

/** Returns the credits that a team has used this month, and the limit of the whole workspace. */
export async function spentByTeam(
  team: string,
  { db, clock, limitsOf }: Pick<StepContext, 'db' | 'clock' | 'limitsOf'>,
): Promise<UsedOfLimit> {
  const spending = { team, person: '', channel: undefined };
  const [, , ofTeam] = await usedOfLimits(db, await limitsOf(team), spending, clock.now());
  return ofTeam;
}

/** The properties of an ask that a budget check uses. */
export interface Spending extends Pick<Ask, 'team' | 'person'> {
  /** The conversation in which the result is posted. Only channels can have a limit. */
  channel: string | undefined;
}

/** The credits that an ask is expected to cost. */
interface Cost {
  /** Credits that must be left. */
  needed: number;
  /** Credits to reserve. */
  reserve: number;
  /** True if nothing similar was made, so the card names no figure. */
  isGuess?: boolean;
}

/** The result of a budget check. `spent`: credits that the team has spent this month. */
type Checked = ({ blocker: BudgetBlocker } | { reserve: number }) & { spent: number };

/**
 * Returns how many credits to reserve for an ask, or the blocker if the month's remaining credits are not enough. If several limits block
 * the ask, the first one is exceeded without the reserved credits, because waiting for these would be the wrong advice.
 */
async function checkCredits(
  db: SealingQueries,
  budget: Budget,
  spending: Spending,
  { needed, reserve: expected, isGuess }: Cost,
  now: number,
): Promise<Checked> {
  const limits = await usedOfLimits(db, budget, spending, now);
  const spent = limits[2].used - limits[2].reserved;
  let reserve = expected;
  for (const { limit, used } of limits) if (limit !== null) reserve = Math.min(reserve, limit - used);
  const reached = reachedOf(limits, needed);
  const first = reached.find((found) => !isOnlyReserved({ ...found, needed })) ?? reached[0];
  if (first) {
    const also = reached.filter((found) => found !== first);
    const more = { ...(isGuess && { isGuess }), ...(also.length > 0 && { also }) };
    return { blocker: { ...first, needed, channel: spending.channel, ...more }, spent };
  }
  return { reserve, spent };
}

/** Returns the limits that are too low for an ask. @param needed expected cost of the ask */
function reachedOf(limits: Awaited<ReturnType<typeof usedOfLimits>>, needed: number | undefined): UsedUp[] {
  return limits.flatMap(({ limit, ...used }) =>
    limit !== null && leastLimit({ ...used, needed }) > limit ? [{ ...used, limit }] : [],
  );
}

/** Returns what was used of the limits of the person, the channel and the team, in this order. `blocker`: what a reached limit is called. */
async function usedOfLimits(db: SealingQueries, budget: Budget, spending: Spending, now: number) {
  const { channel = '' } = spending;
  const used = await usedBy(db, spending, now);
  const { creditsOf } = budget;
  const isChannel = /^[CG]/.test(channel);
  return [
    {
      ...{ blocker: 'credits_of_person' as const, used: used.person, reserved: used.openOfPerson },
      limit: limitFor(creditsOf, idsOf(db, spending), budget.creditsOfPerson),
    },
    {
      ...{ blocker: 'credits_of_channel' as const, used: used.channel, reserved: used.openOfChannel },
      limit: isChannel ? limitFor(creditsOf, [channel], budget.creditsOfChannel) : null,
    },
    {
      ...{ blocker: 'credits_of_team' as const, used: used.team, reserved: used.openOfTeam },
      limit: budget.creditsOfTeam,
    },
  ] as const;
}

/**
 * Returns what was used of the limit that a blocker is about, and the other limits that are too low; undefined if it is about no limit.
 * @param needed expected cost of the ask
 */
export async function usedOfLimit(
  blocker: RequestReason,
  spending: Spending,
  { db, clock, limitsOf }: Pick<StepContext, 'db' | 'clock' | 'limitsOf'>,
  needed?: number,
): Promise<(UsedOfLimit & { also: UsedUp[] }) | undefined> {
  const limits = await usedOfLimits(db, await limitsOf(spending.team), spending, clock.now());
  const found = limits.find((each) => each.blocker === blocker);
  return found && { ...found, also: reachedOf(limits, needed).filter((each) => each.blocker !== blocker) };
}

function limitFor(exceptions: Budget['creditsOf'], ids: string[], limit: number | null): number | null {
  const id = ids.find((each) => exceptions[each] !== undefined);
  return id === undefined ? limit : (exceptions[id] ?? null);
}

/** Returns true if the budget has any limit of credits. Without a limit, the spent credits are not added up. */
function isLimited({ creditsOfPerson, creditsOfChannel, creditsOfTeam, creditsOf }: Budget): boolean {
  const limits = [creditsOfPerson, creditsOfChannel, creditsOfTeam, ...Object.values(creditsOf)];
  return limits.some((limit) => limit !== null);
}

/** Returns why the person may not spend any credits on this kind of ask; undefined if it is allowed. */
async function spenderBlocker(
  { spenders, spenderPeople, spenderGroups, spendOn }: Budget,
  { team, person, ...ask }: Pick<Ask, 'team' | 'person' | 'work' | 'digest'>,
  { isInGroup, log }: Pick<StepContext, 'isInGroup' | 'log'>,
): Promise<BudgetBlocker | undefined> {
  if (spenders === 'listed' && !spenderPeople.includes(person)) {
    const isIn = await isInGroup({ team, person }, spenderGroups).catch((err: unknown) => {
      log.warn({ team, err }, 'Slack did not say whether a person is in a user group');
      return undefined;
    });
    if (!isIn) return { blocker: isIn === undefined ? 'groups_unknown' : 'not_a_spender' };
  }
  return spendOn.includes(spendKindOf(ask)) ? undefined : { blocker: 'kind_closed' };
}

export type Priced = Compared & Pick<Ask, 'person' | 'digest'>;

/**
 * Returns why this ask may not spend credits now; undefined if it may. Reserves no credits.
 * @param ask.needed the expected cost, if it is known already
 */
export async function budgetBlocker(
  { needed, ...ask }: Priced & { channel: string | undefined; needed?: number | undefined },
  context: Pick<StepContext, 'db' | 'clock' | 'log' | 'limitsOf' | 'isInGroup' | 'tellAdmins'>,
): Promise<BudgetBlocker | undefined> {
  const { db, clock } = context;
  const budget = await context.limitsOf(ask.team);
  const blocker = await spenderBlocker(budget, ask, context);
  if (blocker || !isLimited(budget)) return blocker;
  const cost = needed === undefined ? await expectedFor(db, ask) : { needed, reserve: needed };
  const checked = await checkCredits(db, budget, ask, cost, clock.now());
  if (!('blocker' in checked)) return undefined;
  await tellIfReached(ask.team, budget, checked.spent, context);
  return checked.blocker;
}

/** Percentages of the team's monthly limit at which the admins get a message. */
const MESSAGES_AT = [80, 100];
/** Minimum milliseconds between two messages with the same key. The time is longer than a month, because the key contains the month. */
const ONE_MESSAGE_WITHIN_MS = 32 * 86_400_000;

type TellContext = Pick<StepContext, 'db' | 'clock' | 'tellAdmins'>;

/** Tells the admins if the credits that their team has spent have reached a part of its limit. Call this when the cost of an ask is known. */
export async function tellOfSpent(
  team: string,
  context: TellContext & Pick<StepContext, 'limitsOf'>,
): Promise<void> {
  const budget = await context.limitsOf(team);
  if (budget.creditsOfTeam === null) return;
  const nobody = { team, person: '', channel: undefined };
  const used = await usedBy(context.db, nobody, context.clock.now());
  await tellIfReached(team, budget, used.team - used.openOfTeam, context);
}

/** Queues a message to the admins at 80 and at 100 percent of the month's limit, once each. Credits that are only reserved do not count. */
async function tellIfReached(
  team: string,
  { creditsOfTeam: limit }: Budget,
  used: number,
  { db, clock, tellAdmins }: TellContext,
): Promise<void> {
  if (limit === null) return;
  const percent = MESSAGES_AT.findLast((each) => used * 100 >= limit * each);
  if (percent === undefined) return;
  const now = clock.now();
  const key = `budget:${percent}:${limit}:${monthStart(now).toISOString()}`;
  const note = { kind: 'budget_reached' as const, percent, used, limit };
  await db.transaction((tx) => tellAdmins(tx, { team, key, everyMs: ONE_MESSAGE_WITHIN_MS, now, note }));
}

/**
 * Returns an ask's expected cost. If no costs were reported, returns 1 for a team that has made such documents, otherwise `firstCost`.
 * @param text the text of the source, if the source is not the prompt
 */
async function expectedFor(db: SealingQueries, ask: Priced, text?: string): Promise<Cost> {
  const expected = await expectedCredits(db, ask, { text });
  if (expected)
    return { needed: expected.usual, reserve: expected.reserve, isGuess: expected.shown === undefined };
  const [made] = await db.query(MADE, [ask.team, ask.work.kind]);
  if (made) return { needed: 1, reserve: 1 };
  const { usual: needed, reserve } = firstCost(ask, text);
  return { needed, reserve, isGuess: true };
}

const MADE = `SELECT id FROM generations WHERE team = $1 AND state = 'delivered' AND work = $2 LIMIT 1`;

/**
 * Moves a generation to `submitting` and reserves its cost, under a lock, so that two asks cannot spend the same credits.
 * @returns the updated generation; null if it is no longer `collecting`; the blocker if the budget does not allow the ask
 */
export async function reserveAndSubmit(
  generation: Generation,
  { ask, text }: { ask: Ask; text: string },
  changes: Changes,
  context: Pick<StepContext, 'db' | 'clock' | 'log' | 'onState' | 'limitsOf' | 'isInGroup' | 'audit'>,
): Promise<Generation | null | BudgetBlocker> {
  const { db, clock } = context;
  const { team, person, channel } = generation;
  const budget = await context.limitsOf(team);
  const blocker = await spenderBlocker(budget, ask, context);
  if (blocker) return blocker;
  const now = clock.now();
  const move = (to: SealingQueries, reserved: number | null) =>
    transition(to, generation, ['collecting'], 'submitting', new Date(now), { ...changes, reserved });
  const access = accessGiven(ask);
  async function moveAudited(tx: Transaction, reserved: number | null): Promise<Generation | null> {
    const moved = await move(tx, reserved);
    if (moved && access)
      await auditOnce(tx, moved, { what: 'shared', object: `${auditedDocument(moved)} ${access}` }, context);
    return moved;
  }
  let moved: Generation | null | BudgetBlocker;
  if (isLimited(budget)) {
    const expected = await expectedFor(db, ask, text);
    moved = await db.transaction(async (tx) => {
      const checked = await checkCredits(tx, budget, { team, person, channel }, expected, now);
      return 'blocker' in checked ? checked.blocker : moveAudited(tx, checked.reserve);
    }, `credits ${team}`);
  } else if (access) moved = await db.transaction((tx) => moveAudited(tx, null));
  else moved = await move(db, null);
  if (moved && !('blocker' in moved)) recordTransition(moved, context);
  return moved;
}
