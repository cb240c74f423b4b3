import type { Log } from '../log.ts';
import type { Cipher } from '../storage/cipher.ts';
import type { Database, Queries } from '../storage/database.ts';
import { createSealedStore } from '../storage/sealed-store.ts';
import { createSeen } from '../storage/seen.ts';
import type { Jobs } from './jobs.ts';

/** What was sent to us and has to be dealt with, whatever becomes of the process that took it. */
export interface Inbox {
  /**
   * Writes it down as a job. Sent again with the same id within a day, it does nothing more.
   * @param id never given to anything else in this team
   */
  keep(team: string, id: string, body: object): Promise<void>;
  /** The same for what has no text in it and may be dealt with twice: it leaves no rows of the team behind. */
  keepRepeatable(team: string, id: string, body: object): Promise<void>;
  /** Deals with what was written down; to be called once. */
  work(handlers: InboxHandlers): void;
}

export interface InboxHandlers {
  /** @param isAgain a process that began with it may have died at any step */
  handle(body: object, isAgain: boolean): Promise<void>;
  /** It failed each time, or has ended the processes that dealt with it. */
  giveUp(team: string, id: string, body: object): Promise<void>;
}

interface Kept {
  body: object;
  isBegun?: true;
}

/** Slack sends an event again for up to a day: milliseconds, with an hour to spare. */
const SENT_AGAIN_WITHIN_MS = 25 * 60 * 60 * 1000;
/** What waits for longer is dealt with too late to be of use; and no text is kept for longer than the operator says. */
const DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
/** At once in one process, and of one team. */
const PLACES = { capacity: 200, perTeam: 40 };

/** @param retentionDays for which texts may be kept at all */
export function createInbox(
  { db, cipher, log }: { db: Database; cipher: Cipher; log: Log },
  jobs: Jobs,
  retentionDays: number,
): Inbox {
  const keptMs = Math.min(DAYS, retentionDays) * DAY_MS;
  const stored = (queries: Queries) => createSealedStore<Kept>(queries, 'inbox', cipher);
  const keyOf = (team: string, id: string) => `${team}/${id}`;
  return {
    keep: (team, id, body) =>
      db.transaction(async (tx) => {
        if (!(await createSeen(tx).claim(team, `inbox:${id}`, SENT_AGAIN_WITHIN_MS))) return;
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
          // Not where the team has left meanwhile: nothing of it is written any more.
          if (!kept.isBegun && !(await store.replace(key, kept, { ...kept, isBegun: true }))) return;
          await handle(kept.body, kept.isBegun === true);
          await store.delete(key);
        },
        async onDeadLetter({ team, id, body }) {
          if (body) return giveUp(team, id, body);
          const key = keyOf(team, id);
          const kept = await store.get(key).catch((err) => void log.error({ team, id, err }, 'unreadable'));
          if (kept) await giveUp(team, id, kept.body);
          await store.delete(key);
        },
      });
    },
  };
}
