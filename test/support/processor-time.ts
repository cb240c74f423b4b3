import { setImmediate } from 'node:timers/promises';

/**
 * Milliseconds of processor time that something takes on this thread: what else the machine does meanwhile does not count, nor what
 * V8's own threads compile and collect.
 */
export function processorTime(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  return since(before);
}

/** The same for what is waited for. */
export async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  return since(before);
}

/**
 * Whether some work on a very long text takes less than a second of processor time. The text must be so long that work that grows by
 * squares would take several seconds; what grows in proportion takes a fifth of a second at most. Short durations are not compared:
 * some machines count processor time in steps of four milliseconds. A long pause may come between: three tries.
 */
export async function isFast(work: () => unknown): Promise<boolean> {
  for (let each = 0; each < 3; each += 1) if ((await processorTimeOf(async () => work())) < 1000) return true;
  return false;
}

/** The largest part of some work's processor time that passes before others have their turn: 1 where they have none until it is done. */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  async function takeTurns(): Promise<void> {
    while (!isOver) {
      const before = process.threadCpuUsage();
      await setImmediate();
      longest = Math.max(longest, since(before));
    }
  }
  const began = process.threadCpuUsage();
  const turns = takeTurns();
  await work();
  isOver = true;
  await turns;
  return longest / since(began);
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
