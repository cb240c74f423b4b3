import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import type pg from 'pg';
import type { Log } from '../../log.ts';
import { createMutexes } from '../../mutexes.ts';

/** Milliseconds between two tries for a lock that another process holds, from the first to the longest. */
const FIRST_WAIT = 20;
const LONGEST_WAIT = 200;
const RECONNECT_WAIT = 1_000;

/**
 * One connection beside the pool, for advisory locks and notifications, which belong to a session, and for statements
 * that must not wait for the pool.
 *
 * Locks are only ever tried, never waited for, so any number of them share the connection; and as no holder occupies
 * a pooled connection, a hundred callers cannot starve the one that holds the lock. A process that dies loses
 * the connection and with it its locks. A pooler in transaction mode (PgBouncer) cannot carry this: poolers.ts.
 */
export function createSession({ connect, log }: { connect: () => pg.Client; log: Log }) {
  const acquireHere = createMutexes();
  const serial = new PQueue({ concurrency: 1 });
  const listeners = new Map<string, Set<(payload: string) => void>>();
  const shared = new Set<string>();
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
      for (const name of shared) void shareOn(opening, name).catch(() => {});
      return opening;
    } catch (error) {
      lose(opening);
      throw error;
    }
  }

  let live: pg.Client | undefined;

  /** The connection is gone, and our locks with it; listeners are connected again. */
  function lose(lost: pg.Client): void {
    if (live !== lost) return;
    live = undefined;
    current = undefined;
    lost.end().catch(() => {});
    if (closed) return;
    log.warn('the database connection for locks and notifications was lost');
    if (listeners.size + shared.size > 0) void listenAgain();
  }

  async function listenAgain(): Promise<void> {
    await sleep(RECONNECT_WAIT, undefined, { ref: false });
    if (closed) return;
    try {
      await client();
      // Notifications of the meantime are lost: everybody has to look.
      for (const channel of listeners.keys()) callBack(channel, '');
    } catch {
      // open() failed and lose() has called us again.
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
          // Only the connection that took the lock can release it; a lost one has released it already.
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

  async function holdShared(name: string): Promise<void> {
    while (!(await shareOn(await client(), name))) await sleep(LONGEST_WAIT);
    shared.add(name);
  }

  /** @returns false where the connection was lost before */
  async function shareOn(on: pg.Client, name: string): Promise<boolean> {
    while (live === on) {
      const { rows } = await on.query<{ held: boolean }>(TRY_SHARED, [name]);
      if (rows[0]?.held) return true;
      await sleep(LONGEST_WAIT);
    }
    return false;
  }

  async function listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    const on = await client();
    const those = listeners.get(channel) ?? new Set();
    listeners.set(channel, those.add(onNotify));
    await serial.add(() => on.query(`LISTEN ${on.escapeIdentifier(channel)}`));
    return async () => {
      those.delete(onNotify);
      if (those.size > 0 || closed) return;
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

  return { acquireLock, holdShared, listen, query, close };
}

const TRY_LOCK = "SELECT pg_try_advisory_lock(hashtextextended('deckhand:' || $1, 0)) AS held";
const TRY_SHARED = "SELECT pg_try_advisory_lock_shared(hashtextextended('deckhand:' || $1, 0)) AS held";
const UNLOCK = "SELECT pg_advisory_unlock(hashtextextended('deckhand:' || $1, 0))";
