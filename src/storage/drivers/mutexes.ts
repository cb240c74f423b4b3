/** Locks by name within this process, first come first served. */
export function createMutexes() {
  const tails = new Map<string, Promise<void>>();

  /** Resolves with the call that lets go. */
  return async function acquire(name: string): Promise<() => void> {
    const before = tails.get(name);
    const { promise: mine, resolve: letGo } = Promise.withResolvers<void>();
    tails.set(name, mine);
    await before;
    return () => {
      if (tails.get(name) === mine) tails.delete(name);
      letGo();
    };
  };
}
