import type { Budget } from './budget.ts';

/** Limits for one person or one channel of a team. The values are settings of the team (settings/team-settings.ts). */
export interface Limits extends Budget {
  /** Maximum number of one person's asks in progress at the same time. */
  asksUnderWay: number;
  /** Maximum number of one person's asks within an hour. */
  asksPerHour: number;
  digestsOfPerson: number;
  digestsInChannel: number;
}

/** Returns the limits of a team. Everything that checks a limit calls this function. */
export type LimitsOf = (team: string) => Promise<Limits>;

/** `too_much_under_way`: the team has reached its limit of running generations. */
export type AskLimit = 'too_much_under_way' | 'asks_under_way' | 'asks_per_hour';
export type DigestLimit = 'digests_of_person' | 'digests_in_channel';

/** Thrown if an ask or a digest would exceed a limit. Nothing was stored or spent. */
export class LimitReached extends Error {
  override name = 'LimitReached';
  readonly limit: AskLimit | DigestLimit;
  constructor(limit: AskLimit | DigestLimit) {
    super(`The limit ${limit} is reached`);
    this.limit = limit;
  }
}
