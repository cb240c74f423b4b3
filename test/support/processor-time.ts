import { setImmediate } from 'node:timers/promises';

/**
 * Milliseconds of processor time that something takes: what else the machine does meanwhile does not count, so that a bound holds on
 * a busy machine, too.
 */
export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return since(before);
}

/** The same for what is waited for. */
export async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return since(before);
}

/** The most of it, in milliseconds, that some work takes before others have their turn. */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  async function takeTurns(): Promise<void> {
    while (!isOver) {
      const before = process.cpuUsage();
      await setImmediate();
      longest = Math.max(longest, since(before));
    }
  }
  const turns = takeTurns();
  await work();
  isOver = true;
  await turns;
  return longest;
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
