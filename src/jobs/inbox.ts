import type { Log } from '../log.ts';
import type { Database, SealingQueries } from '../storage/database.ts';
import { createSeen } from '../storage/seen.ts';
import { createSealedStore } from '../storage/store.ts';
import type { Jobs } from './jobs.ts';

/** Stores Slack's requests (events) in the database before they are acknowledged, so that they are handled even if the process dies. */
export interface Inbox {
  /**
   * Stores a request, and sends a job that handles it. Does nothing if a request with this id was stored in the last 25 hours.
   * @param id unique in this team
   */
  keep(team: string, id: string, body: object): Promise<void>;
  /**
   * Like `keep`, for a request without text that may be handled twice. Stored only in its job, so no row is left after an uninstallation.
   */
  keepRepeatable(team: string, id: string, body: object): Promise<void>;
  /** Begins to handle stored requests in this process. Call it once. */
  work(handlers: InboxHandlers): void;
}

export interface InboxHandlers {
  /** Handles a stored request. @param isAgain true if an earlier attempt may have begun to handle the request */
  handle(body: object, isAgain: boolean): Promise<void>;
  /** Called for a request if all tries to handle it have failed or crashed the process. */
  giveUp(team: string, id: string, body: object): Promise<void>;
}

interface Kept {
  body: object;
  isBegun?: true;
}

/** Milliseconds for which the id of a request is stored, so that a redelivered event is ignored. Slack redelivers for up to a day. */
const REDELIVERED_WITHIN_MS = 25 * 60 * 60 * 1000;
/** Maximum days for which a request is stored. An older request is dropped, because handling it would come too late. */
const DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum requests that one process handles at once: `capacity` for all teams together, `perTeam` for each team. */
const PLACES = { capacity: 200, perTeam: 40 };

/** Creates the inbox. @param retentionDays maximum days for which people's texts may be stored */
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
          // `replace` returns false if the team was removed in the meantime. Then nothing may be written for the team.
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
