/**
 * Keeps statements from a database that has panicked, as where the disk is full. A server would start again; PGlite takes the next
 * statement, be it the end of a transaction, and never comes back from it, with all of the process.
 */
export function createBreaker(onBroken: (error: unknown) => void) {
  const waiting = new Set<(error: unknown) => void>();
  let broken: { error: unknown } | undefined;

  return {
    isBroken: () => broken !== undefined,
    /** Rejects once the database has panicked, also in the middle of `work`. */
    unlessBroken<T>(work: () => Promise<T>): Promise<T> {
      if (broken) return Promise.reject(broken.error);
      return new Promise<T>((resolve, reject) => {
        waiting.add(reject);
        work()
          .then(resolve, reject)
          .finally(() => waiting.delete(reject));
      });
    },
    /** One statement; never settles where it was the last. */
    async watch<T>(statement: Promise<T>): Promise<T> {
      try {
        return await statement;
      } catch (error) {
        if (!isPanic(error)) throw error;
        broken = { error };
        for (const reject of waiting) reject(error);
        onBroken(error);
        return new Promise<never>(() => {});
      }
    },
  };
}

/** PostgreSQL has ended itself, or its WebAssembly was trapped or has ended. */
function isPanic(error: unknown): boolean {
  const { name = '', severity = '' } = error as { name?: string; severity?: string };
  return /^(RuntimeError|ExitStatus)$/.test(name) || /^(PANIC|FATAL)$/.test(severity);
}
