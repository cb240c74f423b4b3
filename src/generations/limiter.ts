/**
 * Runs at most `total` functions at once, and at most `perKey` for one key, such as a team. Keys take turns.
 * p-queue is not used, because an abort makes it reject while the function still runs. The response to a create call would then be lost.
 */
export interface FairLimiter {
  /** Runs `work` as soon as the limits allow it. Rejects with the signal's reason if the signal is aborted before `work` begins. */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export function createFairLimiter(limits: { total: number; perKey: number }): FairLimiter {
  const running = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  let inUse = 0;

  const hasRoom = (key: string) => inUse < limits.total && (running.get(key) ?? 0) < limits.perKey;

  function enter(key: string): void {
    inUse += 1;
    running.set(key, (running.get(key) ?? 0) + 1);
  }

  function leave(key: string): void {
    inUse -= 1;
    const left = (running.get(key) ?? 1) - 1;
    if (left > 0) running.set(key, left);
    else running.delete(key);
    admit();
  }

  /** Starts waiting functions, one for each key in turn. Deleting a key from the Map and setting it again moves it to the end. */
  function admit(): void {
    for (const [key, line] of waiting) {
      if (inUse >= limits.total) return;
      if (!hasRoom(key)) continue;
      const next = line.shift();
      waiting.delete(key);
      if (line.length > 0) waiting.set(key, line);
      next?.();
    }
  }

  function wait(key: string, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = waiting.get(key) ?? [];
      waiting.set(key, line);
      const go = () => {
        signal?.removeEventListener('abort', giveUp);
        enter(key);
        resolve();
      };
      const giveUp = () => {
        const place = line.indexOf(go);
        if (place >= 0) line.splice(place, 1);
        if (line.length === 0 && waiting.get(key) === line) waiting.delete(key);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      line.push(go);
    });
  }

  return {
    async run(key, work, signal) {
      signal?.throwIfAborted();
      if (hasRoom(key) && !waiting.has(key)) enter(key);
      else await wait(key, signal);
      try {
        return await work();
      } finally {
        leave(key);
      }
    },
  };
}
