import { setTimeout as sleep } from 'node:timers/promises';

/** A run in which nothing moves any more, with everything that it waits for. */
export class Stalled extends Error {
  override name = 'Stalled';
}

export type Watch = ReturnType<typeof createWatch>;

const LOOK_MS = 100;

/** Knows what everybody in a run waits for, so that one that stalls can say it. @param movement differs from what it was as long as something moves */
export function createWatch(movement: () => string, stallMs: number) {
  const at = new Map<string, { what: string; since: number }>();
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  stalled.catch(() => {});
  let [last, since] = ['', Date.now()];
  const timer = setInterval(() => {
    const now = movement();
    if (now !== last) [last, since] = [now, Date.now()];
    if (Date.now() - since < stallMs) return;
    clearInterval(timer);
    const says = [`Nothing has moved for ${stallMs / 1_000} s (${last}). Waiting:`, ...lines()];
    reject(new Stalled(says.join('\n  ')));
  }, LOOK_MS);

  /** What everybody is at, a line each. */
  function lines(): string[] {
    return [...at].map(
      ([who, { what, since: began }]) => `${who}: ${what}, for ${Math.round((Date.now() - began) / 1_000)} s`,
    );
  }

  /** Names what somebody is at until it is done. */
  async function during<T>(who: string, what: string, work: Promise<T>): Promise<T> {
    at.set(who, { what, since: Date.now() });
    try {
      return await work;
    } finally {
      at.delete(who);
    }
  }

  return {
    /** Waits for a condition. @param what for the report: "40 asks to be begun" */
    until: (who: string, what: string, isSo: () => boolean, everyMs = 50) =>
      during(who, what, poll(isSo, everyMs)),
    during,
    lines,
    /** Rejects with `Stalled` once nothing has moved for so long. */
    stalled,
    end: () => clearInterval(timer),
  };
}

async function poll(isSo: () => boolean, everyMs: number): Promise<void> {
  while (!isSo()) await sleep(everyMs);
}
