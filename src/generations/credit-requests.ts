import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../actor.ts';
import {
  type BudgetBlocker,
  type CreditsReached,
  type RequestReason,
  spendKindOf,
  type UsedUp,
} from '../asks/limits.ts';
import type { Ask } from '../asks/schema.ts';
import type { Queries, Transaction } from '../storage/database.ts';
import { createStore } from '../storage/store.ts';
import type { StepContext } from './context.ts';
import type { AdminNote, AskedAbout } from './delivery/admin-notes.ts';
import type { Posted } from './delivery/delivery.ts';
import { changeRequests } from './delivery/outbox.ts';
import { budgetBlocker, usedOfLimit } from './spending.ts';

/** Requests that people send to their team's admins, either for credits or for the permission to spend them. */
export interface CreditRequests {
  /**
   * Sends a request to the admins. A person can send one request a day for the same reason. If the admins have changed the limit since, or
   * have shut guests out again, it is another reason. A second request of the same day for another channel or kind of document changes nothing.
   * @param channel the conversation in which the refused ask would be posted. Only channels can have a limit
   * @param needed expected cost of the refused ask, in credits
   * @param about what the refused ask is about, as the admins may read it
   * @param of.work what the refused ask makes. For `kind_closed`: without it, the person is not told when it is allowed
   * @param of.isGuest true if the person is a guest, who is told only while guests are allowed
   * @returns false if the person has sent such a request within the last day, or an admin has declined a guest's request
   */
  askAdmins(
    actor: Actor,
    blocker: RequestReason,
    channel: string | undefined,
    needed?: number,
    about?: AskedAbout,
    of?: { work?: Ask['work'] | undefined; isGuest?: boolean },
  ): Promise<boolean>;
  /** Stores that a guest waits until guests are allowed, without asking the admins. */
  waitAsGuest(actor: Actor): Promise<void>;
  /** Returns what has become of a guest's request to be let in. Undefined if there is none, or if it was answered or erased. */
  guestRequest(actor: Actor): Promise<GuestRequest | undefined>;
  /** Stores that an admin (`by`) has shut guests out, so that every guest can ask again, and tells the guests among `people`. */
  guestsShutOut(team: string, by: string): Promise<void>;
  /** Returns the requests that a limit of credits blocks now. */
  openRequests(team: string): Promise<OpenRequest[]>;
  /**
   * Closes the requests of people who can make now what they asked for, and tells them. Call this when an admin has changed limits, or
   * allowed guests.
   * @returns the closed requests, and those for which another limit holds now, but one that is too low
   */
  settleRequests(team: string): Promise<Settled[]>;
  /**
   * Closes a person's request because an admin has said no, and tells the person. A guest goes on waiting until guests are allowed.
   * @param isGuest true for the request of a guest to be allowed, false for a request about limits of credits
   * @returns the messages to admins about the request; null if it was answered before
   */
  declineRequest(actor: Actor, isGuest: boolean): Promise<Posted[] | null>;
}

/**
 * A guest's request to be let in: `open` until an admin answers it, and `unanswered` once the guest can send it again. Then `declined` for a
 * day if the admin has said no.
 */
export type GuestRequest = 'open' | 'unanswered' | 'declined';

/** A request that a limit of credits blocks, with what is used and needed now. `channel` is set only if its limit blocks the request. */
export interface OpenRequest extends CreditsReached {
  person: string;
  about?: AskedAbout;
}

/** What has become of a request, and the messages to admins about it. */
export type Settled = { messages: Posted[] } & ({ lifted: Lifted } | { open: OpenRequest });

/** A request that was closed. `limit` is the new limit: null if there is none now, undefined if it was not changed. */
export type Lifted = Omit<Request, 'needed' | 'also' | 'isSilent' | 'about'> & { person: string };

/** Milliseconds within which a person can send only one request of the same kind. */
const ONE_REQUEST_WITHIN_MS = 24 * 60 * 60_000;
/** Milliseconds for which a request is stored. If an admin allows the credits within this time, the person gets a message. */
const KEPT_MS = 30 * ONE_REQUEST_WITHIN_MS;

const storeOf = (db: Queries) => createStore<Request>(db, 'budget-requests');
/** Returns the key of a request. A guest's request to be let in has a key of its own, so that it does not replace a request for credits. */
const keyOf = ({ team, person }: Actor, isGuest: boolean) => `${team}/${person}${isGuest ? '/guest' : ''}`;
/** Stores when an admin has declined a guest's request, in milliseconds since the epoch. The key is `team/person`. */
const declinesIn = (db: Queries) => createStore<number>(db, 'guest-declines');
/** Stores when an admin has last shut guests out, in milliseconds since the epoch. The key is the team. */
const shutOutsIn = (db: Queries) => createStore<number>(db, 'guests-shut-out');

interface Request {
  blocker: BudgetBlocker['blocker'] | 'guest';
  channel?: string | undefined;
  /** The limit that the admins know of. Null: no limit. Undefined: the request is not about a limit. */
  limit?: number | null | undefined;
  /** Other limits that the admins know to be too low. */
  also?: Pick<UsedUp, 'blocker' | 'limit'>[];
  /** Expected cost of the refused ask, in credits. */
  needed?: number | undefined;
  /** True if the admins have no message about the request, because the guest has not asked them. */
  isSilent?: boolean | undefined;
  /** When the guest has asked the admins, in milliseconds since the epoch. */
  askedAt?: number;
  about?: AskedAbout | undefined;
  /** Undefined: a quick document. */
  work?: Ask['work'] | undefined;
  /** True for a request of a guest about limits, while guests are allowed. */
  ofGuest?: boolean | undefined;
}

/** Returns the user ids of a team's stored requests to admins, one for each request. A person can have two, so an id can be there twice. */
export async function peopleWithRequests(db: Queries, team: string): Promise<string[]> {
  return (await storeOf(db).keys(team)).flatMap((key) => key.split('/')[1] ?? []);
}

type Context = Pick<StepContext, 'db' | 'clock' | 'log' | 'limitsOf' | 'isInGroup' | 'tellAdmins'>;

export function createCreditRequests(context: Context): CreditRequests {
  const { db, clock, limitsOf, tellAdmins } = context;

  /** Returns what prevents that the person makes now what they asked for, in the channel of the request. */
  const blockerOf = (team: string, person: string, { channel, needed, work }: Request) =>
    budgetBlocker({ team, person, work: work ?? { kind: 'document' }, channel, needed }, context);

  async function requestsOf(team: string): Promise<{ key: string; person: string; request: Request }[]> {
    const keys = await storeOf(db).keys(team);
    const requests = await storeOf(db).getMany(keys);
    return keys.flatMap((key, at) => {
      const [, person = ''] = key.split('/');
      const request = requests[at];
      return request ? [{ key, person, request }] : [];
    });
  }

  /** Closes a request, unless another process has closed it. */
  async function lift(team: string, key: string, person: string, request: Request): Promise<Settled[]> {
    const { blocker, channel } = request;
    const limit = (await usedOfLimit(blocker, { team, person, channel }, context))?.limit;
    const note = { kind: 'budget_lifted' as const, person, isGuest: blocker === 'guest' };
    const now = clock.now();
    const once = { key: `budget-lifted:${person}:${note.isGuest}:${now}`, everyMs: ONE_REQUEST_WITHIN_MS };
    return db.transaction(async (tx) => {
      if (!(await storeOf(tx).take(key))) return [];
      await tellAdmins(tx, { team, ...once, now, note });
      const messages = await changeRequests(tx, team, note, null);
      const changed = limit === request.limit ? undefined : limit;
      return [{ lifted: { person, blocker, channel, limit: changed }, messages }];
    });
  }

  /** Writes the figures of a limit that was changed, but is still too low, unless another process has written them. */
  async function reopen(team: string, key: string, request: Request, open: OpenRequest): Promise<Settled[]> {
    const { blocker, limit } = open;
    const also = limitsIn(open.also);
    const { blocker: before, limit: limitBefore, also: alsoBefore = [] } = request;
    if (before === 'guest' || isDeepStrictEqual([blocker, limit, also], [before, limitBefore, alsoBefore]))
      return [];
    return db.transaction(async (tx) => {
      if (!(await storeOf(tx).replace(key, request, { ...request, blocker, limit, also }))) return [];
      const messages = await changeRequests(tx, team, { person: open.person, isGuest: false }, noteOf(open));
      return [{ open, messages }];
    });
  }

  async function guestRequest(actor: Actor): Promise<GuestRequest | undefined> {
    const request = await storeOf(db).get(keyOf(actor, true));
    if (request && !request.isSilent)
      return clock.now() - (request.askedAt ?? clock.now()) < ONE_REQUEST_WITHIN_MS ? 'open' : 'unanswered';
    const declinedAt = await declinesIn(db).get(`${actor.team}/${actor.person}`);
    const isDeclined =
      declinedAt !== undefined && declinedAt >= ((await shutOutsIn(db).get(actor.team)) ?? 0);
    return isDeclined ? 'declined' : undefined;
  }

  return {
    async askAdmins({ team, person }, blocker, channel, needed, about, { work, isGuest: ofGuest } = {}) {
      const send = (tx: Transaction, key: string, figures: object = {}) =>
        tellAdmins(tx, {
          ...{ team, key, everyMs: ONE_REQUEST_WITHIN_MS, now: clock.now() },
          note: { kind: 'budget_request', person, blocker, ...figures, ...(about && { about }) },
        });
      if (blocker === 'no_credits') return db.transaction((tx) => send(tx, `no-credits:${person}`));
      // Store the request only if `settleRequests` can check it later.
      const isChecked =
        (blocker !== 'kind_closed' || work !== undefined) &&
        (blocker !== 'credits_of_channel' || /^[CG]/.test(channel ?? ''));
      const reached = isChecked && (await usedOfLimit(blocker, { team, person, channel }, context, needed));
      const { used = 0, limit, also = [] } = reached || {};
      const isOfChannel = [blocker, ...also.map((each) => each.blocker)].includes('credits_of_channel');
      const figures = typeof limit === 'number' && {
        ...{ used, limit, ...(needed !== undefined && { needed }), ...(also.length > 0 && { also }) },
        ...(isOfChannel && { channel }),
      };
      const isGuest = blocker === 'guest';
      if (isGuest && (await guestRequest({ team, person })) === 'declined') return false;
      const shutOutAt = isGuest ? await shutOutsIn(db).get(team) : undefined;
      return db.transaction(async (tx) => {
        const reason = isGuest
          ? `guest-request:${person}:${shutOutAt ?? ''}`
          : `budget-request:${person}:${blocker}:${limit ?? ''}`;
        const isSent = await send(tx, reason, figures || {});
        // A request of a guest that was answered or erased stays closed, because the admins have no message about it.
        if (!isChecked || (isGuest && !isSent)) return isSent;
        // If the admins have the message of an earlier ask, the request stays open until the more expensive one of both may be made.
        const key = keyOf({ team, person }, isGuest);
        const stored = isSent ? undefined : await storeOf(tx).get(key);
        const earlier = stored?.needed;
        if (stored && (stored.channel !== channel || kindOf(stored) !== kindOf({ work }))) return isSent;
        const most = Math.max(needed ?? 0, earlier ?? 0) || undefined;
        const request = {
          blocker,
          channel,
          limit,
          also: limitsIn(also),
          needed: most,
          about,
          work,
          ofGuest,
          ...(isGuest && { askedAt: clock.now() }),
        };
        await storeOf(tx).set(key, request, KEPT_MS);
        return isSent;
      });
    },
    async waitAsGuest(actor) {
      const key = keyOf(actor, true);
      const request = (await storeOf(db).get(key)) ?? { blocker: 'guest' as const, isSilent: true };
      await storeOf(db).set(key, request, KEPT_MS);
    },
    guestRequest,
    async guestsShutOut(team, by) {
      const now = clock.now();
      const once = { key: `guests-shut-out:${by}:${now}`, everyMs: ONE_REQUEST_WITHIN_MS };
      await db.transaction(async (tx) => {
        await shutOutsIn(tx).set(team, now);
        await tellAdmins(tx, { team, ...once, now, note: { kind: 'guests_shut_out', by } });
      });
    },
    async declineRequest({ team, person }, isGuest) {
      const key = keyOf({ team, person }, isGuest);
      const now = clock.now();
      const once = { key: `budget-declined:${person}:${isGuest}:${now}`, everyMs: ONE_REQUEST_WITHIN_MS };
      return db.transaction(async (tx) => {
        // Only one of two admins who answer at the same time takes the request, or its messages if it is not stored (`isChecked`).
        const taken = await storeOf(tx).take(key);
        const isTaken = taken !== undefined && !taken.isSilent;
        // A declined guest goes on waiting, and is told once guests are let in.
        if (taken && isGuest) await storeOf(tx).set(key, { blocker: 'guest', isSilent: true }, KEPT_MS);
        const messages = await changeRequests(tx, team, { person, isGuest }, null);
        if (!isTaken && messages.length === 0) return null;
        if (isGuest) await declinesIn(tx).set(`${team}/${person}`, now, ONE_REQUEST_WITHIN_MS);
        await tellAdmins(tx, { team, ...once, now, note: { kind: 'budget_declined', person, isGuest } });
        return messages;
      });
    },
    async openRequests(team) {
      const open: OpenRequest[] = [];
      for (const { person, request } of await requestsOf(team)) {
        if (request.blocker === 'guest') continue;
        const found = await blockerOf(team, person, request);
        if (found && 'limit' in found) open.push(openOf(person, found, request));
      }
      return open;
    },
    async settleRequests(team) {
      const settled: Settled[] = [];
      const { guests } = await limitsOf(team);
      for (const { key, person, request } of await requestsOf(team)) {
        if ((request.blocker === 'guest' || request.ofGuest) && guests === 'no') continue;
        const found = await blockerOf(team, person, request);
        // Nothing is known about the cost of what a guest asked for. The card that the guest gets checks the limits.
        const isLifted = !found || (request.blocker === 'guest' && 'limit' in found);
        if (isLifted) settled.push(...(await lift(team, key, person, request)));
        else if ('limit' in found)
          settled.push(...(await reopen(team, key, request, openOf(person, found, request))));
      }
      return settled;
    },
  };
}

const kindOf = ({ work = { kind: 'document' } }: Pick<Request, 'work'>) => spendKindOf({ work });

function openOf(person: string, found: CreditsReached, { channel, about }: Request): OpenRequest {
  const isOfChannel = [found, ...(found.also ?? [])].some(({ blocker }) => blocker === 'credits_of_channel');
  return { person, ...found, channel: isOfChannel ? channel : undefined, ...(about && { about }) };
}

const limitsIn = (also: UsedUp[] = []) => also.map(({ blocker, limit }) => ({ blocker, limit }));

/** Returns the payload of a message to admins about a request that is still open. */
function noteOf({ reserved: _, ...open }: OpenRequest): AdminNote {
  return { kind: 'budget_request', ...open };
}
