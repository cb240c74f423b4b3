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

/** Milliseconds that the processor's clock, and a pause in which V8 collects garbage, may be off by. */
const NOISE_MS = 30;

/**
 * Whether eight times as much takes about eight times as long, on a machine of any speed. What grows by squares takes 64 times as long.
 * A long pause may come between: three tries.
 * @param most what is done by squares takes a second and more of this size
 */
export async function growsInProportion(
  work: (size: number) => unknown | Promise<unknown>,
  most: number,
): Promise<boolean> {
  const timeOf = (size: number) => processorTimeOf(async () => work(size));
  // The first time it is compiled, too.
  await timeOf(most / 8);
  const small = await timeOf(most / 8);
  for (let each = 0; each < 3; each += 1) if ((await timeOf(most)) < small * 24 + NOISE_MS) return true;
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
