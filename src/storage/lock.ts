import type { Database } from './database.ts';

/**
 * Runs `fn` while nobody else, in any process, runs one under the same name. Callers wait their turn; the lock is
 * let go when `fn` ends, and when its process dies. `fn` may use the database as it likes.
 */
export async function withLock<T>(db: Database, name: string, fn: () => Promise<T>): Promise<T> {
  const release = await db.acquireLock(name);
  try {
    return await fn();
  } finally {
    await release();
  }
}
