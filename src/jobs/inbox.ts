import type { Log } from '../log.ts';
import type { Database, SealingQueries } from '../storage/database.ts';
import { createSeen } from '../storage/seen.ts';
import { createSealedStore } from '../storage/store.ts';
import type { Jobs } from './jobs.ts';

/** Requests of Slack that are stored before they are acknowledged, and handled even if the process dies. */
export interface Inbox {
  /**
   * Stores a request as a job. A request whose id was stored in the last 25 hours is ignored.
   * @param id unique in this team
   */
  keep(team: string, id: string, body: object): Promise<void>;
  /**
   * Stores a request that has no text and may be handled twice, such as an uninstall event. Only the job is stored, so a team that was
   * removed gets no new rows.
   */
  keepRepeatable(team: string, id: string, body: object): Promise<void>;
  /** Handles stored requests. Call it once. */
  work(handlers: InboxHandlers): void;
}

export interface InboxHandlers {
  /** @param isAgain true if the request may already have been handled, at least in part */
  handle(body: object, isAgain: boolean): Promise<void>;
  /** Called for a request if all tries to handle it have failed or crashed the process. */
  giveUp(team: string, id: string, body: object): Promise<void>;
}

interface Kept {
  body: object;
  isBegun?: true;
}

/** Milliseconds for which an id is remembered. Slack redelivers an event for up to a day; one hour is added. */
const REDELIVERED_WITHIN_MS = 25 * 60 * 60 * 1000;
/** Days after which a stored request is dropped, because handling it would come too late. */
const DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum requests that one process handles at once: of all teams, and of one team. */
const PLACES = { capacity: 200, perTeam: 40 };

/** @param retentionDays the operator's limit for keeping texts */
export function createInbox(
  { db, log }: { db: Database; log: Log },
  jobs: Jobs,
  retentionDays: number,
): Inbox {
  const keptMs = Math.min(DAYS, retentionDays) * DAY_MS;
  const stored = (queries: SealingQueries) => createSealedStore<Kept>(queries, 'inbox');
  const keyOf = (team: string, id: string) => `${team}/${id}`;
  return {
    keep: (team, id, body) =>
      db.transaction(async (tx) => {
        if (!(await createSeen(tx).claim(team, `inbox:${id}`, REDELIVERED_WITHIN_MS))) return;
        await stored(tx).set(keyOf(team, id), { body }, keptMs);
        await jobs.send('inbox', { team, id }, { tx, key: keyOf(team, id) });
      }),
    keepRepeatable: async (team, id, body) =>
      void (await jobs.send('inbox', { team, id, body }, { key: keyOf(team, id) })),
    work({ handle, giveUp }) {
      const store = stored(db);
      jobs.work('inbox', {
        ...PLACES,
        async handler({ team, id, body }) {
          if (body) return handle(body, true);
          const key = keyOf(team, id);
          const kept = await store.get(key);
          if (!kept) return;
          // If the request is gone, the team was removed in the meantime. Then it is not handled, because nothing may be written.
          if (!kept.isBegun && !(await store.replace(key, kept, { ...kept, isBegun: true }))) return;
          await handle(kept.body, kept.isBegun === true);
          await store.delete(key);
        },
        async onDeadLetter({ team, id, body }) {
          if (body) return giveUp(team, id, body);
          const key = keyOf(team, id);
          const kept = await store
            .get(key)
            .catch((err) => void log.error({ team, id, err }, 'a stored request cannot be decrypted'));
          if (kept) await giveUp(team, id, kept.body);
          await store.delete(key);
        },
      });
    },
  };
}
