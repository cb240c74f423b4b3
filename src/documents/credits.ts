import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { StepContext } from '../generations/context.ts';
import { type Place, type Posted, PostRefused } from '../generations/delivery/delivery.ts';
import { findDelivery, insertNote } from '../generations/delivery/outbox.ts';
import { postOnce } from '../generations/delivery/post-once.ts';
import type { DocumentSearch } from '../generations/document-search.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { createSeen } from '../storage/seen.ts';

/** A warning before the credits are used up, to those who can do something about it: once a day at most. */

const lowSchema = z.object({
  kind: z.literal('low_credits'),
  left: z.number(),
  cost: z.number(),
  documents: z.number(),
});
export type LowCredits = z.output<typeof lowSchema>;

/** slack/ implements it; what each call promises is said at `Delivery`. */
export interface CreditGateway {
  /** Who connected the team, and some of its admins. */
  recipients(team: string): Promise<string[]>;
  post(team: string, place: Place, id: string, low: LowCredits): Promise<Posted>;
  find(team: string, place: Place, id: string, since: Date): Promise<Posted | null>;
}

/** Documents whose cost is compared with what is left. */
const LAST = 10;
/** Where so many times what they have cost is left, costs are looked up again after some minutes only. */
const PLENTY = 3;
const LOOK_UP_EVERY_MS = 10 * 60_000;
const TEAMS = 10_000;
const DAY_MS = 24 * 60 * 60_000;

type Noting = Pick<StepContext, 'db' | 'clock'> & {
  jobs: Jobs;
  records: Pick<DocumentSearch, 'lastCosts'>;
  /** Called once for each warning; for metrics. */
  onLow?(): void;
};

/** To be called when the service has said what is left. A warning that is due is durable once it returns. */
export function createCreditWatch({ db, clock, jobs, records, onLow }: Noting) {
  const plenty = new LRUCache<string, number>({
    max: TEAMS,
    ttl: LOOK_UP_EVERY_MS,
    perf: clock,
    ttlResolution: 0,
  });
  return async (team: string, left: number): Promise<void> => {
    if (left >= (plenty.get(team) ?? Number.POSITIVE_INFINITY)) return;
    const costs = await records.lastCosts(team, LAST);
    const cost = costs.reduce((sum, one) => sum + one, 0);
    if (costs.length === LAST) plenty.set(team, PLENTY * cost);
    if (costs.length === 0 || left >= cost) return;
    const low: LowCredits = { kind: 'low_credits', left, cost, documents: costs.length };
    const isFirst = await db.transaction(async (tx) => {
      if (!(await createSeen(tx).claim(team, 'low-credits', DAY_MS))) return false;
      await jobs.send('credits', { team, low, at: new Date(clock.now()).toISOString() }, { tx, key: team });
      return true;
    });
    if (isFirst) onLow?.();
  };
}

type Payload = { team: string; at: string } & ({ low: LowCredits } | { delivery: string });

type CreditContext = Pick<StepContext, 'db' | 'clock' | 'random' | 'log' | 'policy'> & {
  jobs: Jobs;
  gateway: CreditGateway;
};

/** The job `credits`: writes a message for each recipient, then posts one of them at a time. */
export function createCreditRunner(context: CreditContext) {
  const { db, jobs, gateway, log } = context;

  return async (payload: Payload, signal: AbortSignal): Promise<void> => {
    if ('low' in payload) await write(payload);
    else await tell(payload, signal);
  };

  async function write({ team, at, low }: { team: string; at: string; low: LowCredits }): Promise<void> {
    for (const person of await gateway.recipients(team)) {
      await db.transaction(async (tx) => {
        // The job may be done again: whoever has a message written has it.
        if (!(await createSeen(tx).claim(team, `low-credits:${at}:${person}`, DAY_MS))) return;
        const id = await insertNote(tx, { team, payload: low, channel: person, createdAt: new Date(at) });
        await jobs.send('credits', { team, at, delivery: id }, { tx, key: id });
      });
    }
    log.info({ team }, 'credits are running low');
  }

  async function tell(
    { team, at, delivery }: { team: string; at: string; delivery: string },
    signal: AbortSignal,
  ): Promise<void> {
    const row = await findDelivery(db, team, delivery);
    const low = lowSchema.safeParse(row?.payload).data;
    if (!row || !low) return;
    const place = { channel: row.channel };
    const calls = {
      post: () => gateway.post(team, place, row.id, low),
      find: () => gateway.find(team, place, row.id, new Date(at)),
    };
    try {
      await postOnce(row, calls, context, signal);
    } catch (error) {
      if (!(error instanceof PostRefused)) throw error;
      log.warn({ team, err: error }, 'somebody was not told that credits are running low');
    }
  }
}
