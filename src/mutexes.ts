/**
 * Locks by name within this process, first come first served. (A p-queue for each name would need the same book-keeping to
 * be dropped when nobody waits any more.)
 */
export function createMutexes() {
  const tails = new Map<string, Promise<void>>();

  /** Resolves with the call that releases the lock. */
  return async function acquire(name: string): Promise<() => void> {
    const before = tails.get(name);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    tails.set(name, held);
    await before;
    return () => {
      if (tails.get(name) === held) tails.delete(name);
      release();
    };
  };
}
