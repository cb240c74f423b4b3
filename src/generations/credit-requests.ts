import type { Actor } from '../actor.ts';
import type { BudgetBlocker, RequestReason } from '../asks/limits.ts';
import type { Queries } from '../storage/database.ts';
import { pseudonymsOf } from '../storage/person.ts';
import { createStore } from '../storage/store.ts';
import type { StepContext } from './context.ts';
import { budgetBlocker, limitOf } from './spending.ts';
import { spentThisMonth } from './usage.ts';

/** Requests for credits that people send to the admins of their team. */
export interface CreditRequests {
  /**
   * Sends a person's request to the admins, at most once a day. A request because the service has no credits left is counted separately.
   * If the person has reached a limit, the message contains the limit and the credits that are used.
   * @param channel the conversation in which the person clicked the button for the request
   * @param needed the expected cost of the ask that was refused, in credits
   * @returns false if the person has sent a request within the last day
   */
  askAdmins(
    actor: Actor,
    blocker: RequestReason,
    channel: string | undefined,
    needed?: number,
  ): Promise<boolean>;
  /** Sends a message to each person who has sent a request and may spend credits now. Must be called when limits have changed. */
  tellLifted(team: string): Promise<void>;
}

/** Milliseconds within which a person can send only one request. */
const ONE_REQUEST_WITHIN_MS = 24 * 60 * 60_000;
/** Milliseconds for which a request is stored. If an admin changes the limits in this time, the person gets a message. */
const KEPT_MS = 30 * ONE_REQUEST_WITHIN_MS;

/** The key of a request is `team/person`. */
const storeOf = (db: Queries) => createStore<Request>(db, 'budget-requests');

interface Request {
  blocker: BudgetBlocker['blocker'];
  channel?: string | undefined;
  /** The limit that was reached. */
  limit?: number | null | undefined;
}

type Context = Pick<StepContext, 'db' | 'clock' | 'log' | 'limitsOf' | 'isInGroup' | 'tellAdmins'>;

export function createCreditRequests(context: Context): CreditRequests {
  const { db, clock, limitsOf, tellAdmins } = context;
  /** Returns the credits that count towards the limit of a blocker. */
  const used = ({ team, person }: Actor, blocker: BudgetBlocker['blocker'], channel: string | undefined) => {
    const people = [person, ...pseudonymsOf(db.cipher, { team, person })];
    const of = blocker === 'credits_of_person' ? { people } : blocker === 'credits_of_channel' && { channel };
    return spentThisMonth(db, { team, ...of }, clock.now());
  };
  return {
    async askAdmins({ team, person }, blocker, channel, needed) {
      const send = (key: string, figures: object = {}) =>
        db.transaction((tx) =>
          tellAdmins(tx, {
            ...{ team, key, everyMs: ONE_REQUEST_WITHIN_MS, now: clock.now() },
            note: { kind: 'budget_request', person, blocker, ...figures },
          }),
        );
      if (blocker === 'no_credits') return send(`no-credits:${person}`);
      if (blocker === 'guest') return send(`guest-request:${person}`);
      // `tellLifted` checks a quick document in `channel`. It cannot check another kind, or the limit of a channel that is not known.
      const isChecked =
        blocker !== 'kind_closed' && (blocker !== 'credits_of_channel' || /^[CG]/.test(channel ?? ''));
      const limit = limitOf(await limitsOf(team), blocker, { person, channel });
      if (isChecked) await storeOf(db).set(`${team}/${person}`, { blocker, channel, limit }, KEPT_MS);
      // The message contains numbers only if the request is about a limit, and if the limit of a channel was requested in a channel.
      const figures = isChecked &&
        typeof limit === 'number' && {
          ...{ used: await used({ team, person }, blocker, channel), limit },
          ...(needed !== undefined && { needed }),
          ...(blocker === 'credits_of_channel' && { channel }),
        };
      return send(`budget-request:${person}`, figures || {});
    },
    async tellLifted(team) {
      const limits = await limitsOf(team);
      for (const key of await storeOf(db).keys(team)) {
        const [, person = ''] = key.split('/');
        const request = await storeOf(db).get(key);
        if (!request) continue;
        const { blocker, channel, limit } = request;
        // The limit that this person reached has not changed. It is skipped, because the ask may cost more than the document checked below.
        if (limit !== undefined && limit === limitOf(limits, blocker, { person, channel })) continue;
        if (await budgetBlocker({ team, person, work: { kind: 'document' }, channel }, context)) continue;
        const now = clock.now();
        const note = { kind: 'budget_lifted' as const, person };
        const once = { key: `budget-lifted:${person}:${now}`, everyMs: ONE_REQUEST_WITHIN_MS };
        await db.transaction(async (tx) => {
          if (await storeOf(tx).take(key)) await tellAdmins(tx, { team, ...once, now, note });
        });
      }
    },
  };
}
