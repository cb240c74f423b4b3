/** Creates named locks within this process. Callers get a lock in the order of their calls. A name takes memory only while it is locked. */
export function createMutexes() {
  const tails = new Map<string, Promise<void>>();

  /** Resolves with the function that releases the lock. */
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
