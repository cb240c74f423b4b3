import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import type pg from 'pg';
import type { Log } from '../../log.ts';
import { createMutexes } from '../../mutexes.ts';

/** Milliseconds between the first and the second try to get a lock that another process holds. The wait doubles up to `LONGEST_WAIT`. */
const FIRST_WAIT = 20;
/** Maximum milliseconds between two tries to get a lock. */
const LONGEST_WAIT = 200;
/** Milliseconds before a lost connection is opened again. */
const RECONNECT_WAIT = 1_000;

/**
 * Opens one connection outside the pool. It is used for advisory locks and notifications, which PostgreSQL ties to one server session, and
 * for statements that must not wait for the pool.
 * Locks are polled. A caller that waits for a lock uses no connection of the pool, so it cannot block the holder of the lock. If the
 * process dies, the server releases its locks.
 */
export function createSession({ connect, log }: { connect: () => pg.Client; log: Log }) {
  const acquireHere = createMutexes();
  const serial = new PQueue({ concurrency: 1 });
  const listeners = new Map<string, Set<(payload: string) => void>>();
  let current: Promise<pg.Client> | undefined;
  let closed = false;

  function client(): Promise<pg.Client> {
    if (closed) return Promise.reject(new Error('The database is closed.'));
    current ??= open();
    return current;
  }

  async function open(): Promise<pg.Client> {
    const opening = connect();
    opening.on('error', () => lose(opening));
    opening.on('end', () => lose(opening));
    opening.on('notification', ({ channel, payload }) => callBack(channel, payload ?? ''));
    live = opening;
    try {
      await opening.connect();
      for (const channel of listeners.keys())
        await opening.query(`LISTEN ${opening.escapeIdentifier(channel)}`);
      return opening;
    } catch (error) {
      lose(opening);
      throw error;
    }
  }

  let live: pg.Client | undefined;

  /** Forgets a lost connection, and reconnects if there are listeners. PostgreSQL releases the locks of a lost connection by itself. */
  function lose(lost: pg.Client): void {
    if (live !== lost) return;
    live = undefined;
    current = undefined;
    lost.end().catch(() => {});
    if (closed) return;
    log.warn('the database connection for locks and notifications was lost');
    if (listeners.size > 0) void listenAgain();
  }

  async function listenAgain(): Promise<void> {
    await sleep(RECONNECT_WAIT, undefined, { ref: false });
    if (closed) return;
    try {
      await client();
      // Notifications may have been missed, so every listener is called with an empty payload.
      for (const channel of listeners.keys()) callBack(channel, '');
    } catch {
      // open() failed, and lose() has scheduled the next try.
    }
  }

  function callBack(channel: string, payload: string): void {
    for (const listener of listeners.get(channel) ?? []) listener(payload);
  }

  async function acquireLock(name: string): Promise<() => Promise<void>> {
    const releaseHere = await acquireHere(name);
    try {
      const holder = await tryUntilHeld(name);
      return async () => {
        try {
          // Only the connection that took the lock can release it. If that connection was lost, the server has already released the lock.
          if (live === holder) await serial.add(() => holder.query(UNLOCK, [name]));
        } finally {
          releaseHere();
        }
      };
    } catch (error) {
      releaseHere();
      throw error;
    }
  }

  async function tryUntilHeld(name: string): Promise<pg.Client> {
    for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      const on = await client();
      const { rows } = await serial.add(() => on.query<{ held: boolean }>(TRY_LOCK, [name]));
      if (rows[0]?.held) return on;
      await sleep(wait);
    }
  }

  async function listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    const on = await client();
    const ofChannel = listeners.get(channel) ?? new Set();
    listeners.set(channel, ofChannel.add(onNotify));
    await serial.add(() => on.query(`LISTEN ${on.escapeIdentifier(channel)}`));
    return async () => {
      ofChannel.delete(onNotify);
      if (ofChannel.size > 0 || closed) return;
      listeners.delete(channel);
      const still = await client();
      await serial.add(() => still.query(`UNLISTEN ${on.escapeIdentifier(channel)}`));
    };
  }

  function query<R>(sql: string, params: unknown[]): Promise<R[]> {
    return serial.add(async () => (await (await client()).query(sql, params)).rows as R[]);
  }

  async function close(): Promise<void> {
    closed = true;
    await live?.end();
  }

  return { acquireLock, listen, query, close };
}

const TRY_LOCK = "SELECT pg_try_advisory_lock(hashtextextended('deckhand:' || $1, 0)) AS held";
const UNLOCK = "SELECT pg_advisory_unlock(hashtextextended('deckhand:' || $1, 0))";
