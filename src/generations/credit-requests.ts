import type { Actor } from '../actor.ts';
import type { BudgetBlocker, RequestReason } from '../asks/limits.ts';
import type { Queries } from '../storage/database.ts';
import { pseudonymsOf } from '../storage/person.ts';
import { createStore } from '../storage/store.ts';
import type { StepContext } from './context.ts';
import type { Posted } from './delivery/delivery.ts';
import { takeRequests } from './delivery/outbox.ts';
import { budgetBlocker, limitOf } from './spending.ts';
import { spentThisMonth } from './usage.ts';

/** Requests that people send to their team's admins, either for credits or for the permission to spend them. */
export interface CreditRequests {
  /**
   * Sends a request to the admins. A person can send one request of each kind a day. There are three kinds: a guest asks to be allowed, the
   * service has no credits left, and all other reasons.
   * @param channel the conversation in which the person clicked the button
   * @param needed expected cost of the refused ask, in credits
   * @returns false if the person has sent such a request within the last day
   */
  askAdmins(
    actor: Actor,
    blocker: RequestReason,
    channel: string | undefined,
    needed?: number,
  ): Promise<boolean>;
  /** Returns true if a guest has asked the admins to let guests in, and was not let in since. */
  hasAskedAsGuest(actor: Actor): Promise<boolean>;
  /**
   * Notifies each person who has sent a request and may spend credits now. Call this when an admin has changed limits, or allowed guests.
   * @returns the requests that are handled now
   */
  tellLifted(team: string): Promise<Lifted[]>;
}

/** A request that an admin has handled. */
export interface Lifted extends Request {
  person: string;
  /** The messages to admins about the request. */
  requests: Posted[];
}

/** Milliseconds within which a person can send only one request of the same kind. */
const ONE_REQUEST_WITHIN_MS = 24 * 60 * 60_000;
/** Milliseconds for which a request is stored. If an admin allows the credits within this time, the person gets a message. */
const KEPT_MS = 30 * ONE_REQUEST_WITHIN_MS;

/** Stores the requests. The key of a request is `team/person`. */
const storeOf = (db: Queries) => createStore<Request>(db, 'budget-requests');

interface Request {
  blocker: BudgetBlocker['blocker'] | 'guest';
  channel?: string | undefined;
  /** The limit when the request was sent; in `Lifted`, the new limit. Null: no limit. Undefined: the request is not about a limit. */
  limit?: number | null | undefined;
}

type Context = Pick<StepContext, 'db' | 'clock' | 'log' | 'limitsOf' | 'isInGroup' | 'tellAdmins'>;

export function createCreditRequests(context: Context): CreditRequests {
  const { db, clock, limitsOf, tellAdmins } = context;
  /** Returns the credits used this month by the person, in the channel or by the team. `blocker` decides which of these. */
  const used = ({ team, person }: Actor, blocker: RequestReason, channel: string | undefined) => {
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
      // Store the request only if `tellLifted` can check it later. `tellLifted` checks whether a quick document in `channel` is allowed.
      const isChecked =
        blocker !== 'kind_closed' && (blocker !== 'credits_of_channel' || /^[CG]/.test(channel ?? ''));
      const limit = limitOf(await limitsOf(team), blocker, { team, person, channel }, db);
      if (isChecked) await storeOf(db).set(`${team}/${person}`, { blocker, channel, limit }, KEPT_MS);
      // The figures in the message to the admins: the limit that was reached, and the credits that were used.
      const figures = isChecked &&
        typeof limit === 'number' && {
          ...{ used: await used({ team, person }, blocker, channel), limit },
          ...(needed !== undefined && { needed }),
          ...(blocker === 'credits_of_channel' && { channel }),
        };
      return send(`${blocker === 'guest' ? 'guest' : 'budget'}-request:${person}`, figures || {});
    },
    hasAskedAsGuest: async ({ team, person }) =>
      (await storeOf(db).get(`${team}/${person}`))?.blocker === 'guest',
    async tellLifted(team) {
      const limits = await limitsOf(team);
      const all: Lifted[] = [];
      for (const key of await storeOf(db).keys(team)) {
        const [, person = ''] = key.split('/');
        const request = await storeOf(db).get(key);
        if (!request) continue;
        const { blocker, channel, limit } = request;
        // Skip the request if the limit has not changed. The check of a quick document below is not enough: the refused ask may cost more.
        const now = limitOf(limits, blocker, { team, person, channel }, db);
        if (limit !== undefined && limit === now) continue;
        if (blocker === 'guest' && limits.guests === 'no') continue;
        if (await budgetBlocker({ team, person, work: { kind: 'document' }, channel }, context)) continue;
        const note = { kind: 'budget_lifted' as const, person, isGuest: blocker === 'guest' };
        const at = clock.now();
        const once = { key: `budget-lifted:${person}:${at}`, everyMs: ONE_REQUEST_WITHIN_MS };
        await db.transaction(async (tx) => {
          if (!(await storeOf(tx).take(key))) return;
          await tellAdmins(tx, { team, ...once, now: at, note });
          const requests = await takeRequests(tx, team, person, blocker === 'guest');
          all.push({ person, blocker, channel, limit: now, requests });
        });
      }
      return all;
    },
  };
}
