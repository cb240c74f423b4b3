import type { Ask } from './schema.ts';

/** A team's limits for each person and each channel, its budget, and the rules that hold for asks. Admins choose them as settings (settings/team-settings.ts). */
export interface Limits extends Budget {
  /** Whether guests may use Deckhand, and spend credits. */
  guests: 'no' | 'yes';
  /** Who may get access to documents at the service: anybody whom the asker chooses, or nobody outside the connected workspace. */
  accessFor: 'anybody' | 'workspace';
  /** Maximum number of one person's asks in progress at the same time. */
  asksUnderWay: number;
  /** Maximum number of one person's asks within an hour. */
  asksPerHour: number;
  digestsOfPerson: number;
  digestsInChannel: number;
}

export type LimitsOf = (team: string) => Promise<Limits>;

/** `too_much_under_way`: too many generations of the whole team are in progress. `asks_under_way` and `asks_per_hour` limit one person. */
export type AskLimit = 'too_much_under_way' | 'asks_under_way' | 'asks_per_hour';
export type DigestLimit = 'digests_of_person' | 'digests_in_channel';

/** Thrown if an ask or a digest would exceed a limit. In this case nothing was stored or spent. */
export class LimitReached extends Error {
  override name = 'LimitReached';
  readonly limit: AskLimit | DigestLimit;
  constructor(limit: AskLimit | DigestLimit) {
    super(`The limit ${limit} is reached`);
    this.limit = limit;
  }
}

/** Who may spend a team's credits, on what, and how many in a month. Admins choose this in the settings (settings/team-settings.ts). */
export interface Budget {
  /** `listed`: only the people in `spenderPeople` and the members of `spenderGroups` may spend credits. */
  spenders: 'everyone' | 'listed';
  spenderPeople: string[];
  /** Ids of Slack's user groups. */
  spenderGroups: string[];
  spendOn: SpendKind[];
  /** Maximum credits per month of one person, for one channel, and of the whole team (the next three fields). null: no limit. */
  creditsOfPerson: number | null;
  creditsOfChannel: number | null;
  creditsOfTeam: number | null;
  /** Maximum credits per month of single people and channels, by Slack id. They replace the limits above. null: no limit. */
  creditsOf: Record<string, number | null>;
}

/** Kinds of asks that cost credits. `quick`: a document that is not thorough, or a change of a document. */
export const spendKinds = ['quick', 'thorough', 'picture', 'digest'] as const;
export type SpendKind = (typeof spendKinds)[number];

export function spendKindOf({ work, digest }: Pick<Ask, 'work' | 'digest'>): SpendKind {
  if (digest) return 'digest';
  if (work.kind === 'agent') return 'thorough';
  return work.kind === 'image' ? 'picture' : 'quick';
}

/** The limits of credits that can stand in the way of an ask. */
export const creditReasons = ['credits_of_person', 'credits_of_channel', 'credits_of_team'] as const;

/** Reasons why the budget does not allow an ask. `groups_unknown`: Slack did not say whether the person is in one of `spenderGroups`. */
export const budgetReasons = ['not_a_spender', 'groups_unknown', 'kind_closed', ...creditReasons] as const;

/** Reasons why a person asks an admin for help: the budget, no credits left at the service, or that guests may not use Deckhand. */
export const requestReasons = [...budgetReasons, 'no_credits', 'guest'] as const;
export type RequestReason = (typeof requestReasons)[number];

export type BudgetBlocker = { blocker: 'not_a_spender' | 'groups_unknown' | 'kind_closed' } | CreditsReached;

/** What was used of a limit of credits, which does not allow an ask. */
export interface UsedUp {
  blocker: (typeof creditReasons)[number];
  /** Credits that were spent or reserved in this month. */
  used: number;
  /** The part of `used` that is only reserved, for asks that the service is working on. */
  reserved: number;
  limit: number;
}

/** The limits of credits that do not allow an ask. */
export interface CreditsReached extends UsedUp {
  /** Credits that the ask is expected to cost. */
  needed?: number | undefined;
  /** True if `needed` is a first guess, because the team has made nothing similar. */
  isGuess?: boolean;
  /** The other limits that do not allow the ask. Missing if there are none. */
  also?: UsedUp[];
  /** The conversation in which the result would be posted. */
  channel?: string | undefined;
}

/** Returns the lowest limit, in whole credits, that allows an ask. */
export function leastLimit({ used, needed = 0 }: Pick<CreditsReached, 'used' | 'needed'>): number {
  // Even an ask whose cost is unknown needs a limit that is higher than what is used.
  return Math.max(Math.ceil(used + needed), Math.floor(used) + 1);
}

/** Returns true if only reserved credits stand in the way, so the ask may be allowed once the asks in progress have ended. */
export function isOnlyReserved({ used, reserved, limit, needed }: CreditsReached): boolean {
  return leastLimit({ used: used - reserved, needed }) <= limit;
}

/** Returns the start of the month that contains `now`. The month is in UTC, so that it begins at the same time for all people of a team. */
export function monthStart(now: number): Date {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth()));
}
