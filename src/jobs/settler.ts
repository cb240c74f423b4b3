import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { HeldJob, Holdings } from './holdings.ts';

/** Milliseconds for which ended jobs are gathered, so that many end in one transaction. */
const GATHER_MS = 200;
const RETRY_MS = 1_000;

interface Ended {
  job: HeldJob;
  outcome: 'done' | 'dead';
}

/** Writes down in bulk which jobs have ended. */
export function createSettler(holdings: Holdings, log: Log) {
  let waiting: Ended[] = [];
  let writing: Promise<void> | undefined;
  let closed = false;

  function settle(job: HeldJob, outcome: 'done' | 'dead'): void {
    if (closed) return;
    waiting.push({ job, outcome });
    writing ??= writeAll(GATHER_MS);
  }

  async function writeAll(wait: number): Promise<void> {
    await sleep(wait);
    while (waiting.length > 0) {
      await writeBatch().catch(async (error: Error) => {
        log.error({ error: error.message }, 'ended jobs could not be written down, trying again');
        await sleep(RETRY_MS);
      });
    }
    writing = undefined;
  }

  async function writeBatch(): Promise<void> {
    const groups = Map.groupBy(waiting, ({ job, outcome }) => `${job.queue} ${outcome}`);
    for (const group of groups.values()) {
      const [{ job, outcome }] = group as [Ended];
      await holdings.settle(
        job.queue,
        group.map((ended) => ended.job),
        outcome,
      );
      const written = new Set(group);
      waiting = waiting.filter((ended) => !written.has(ended));
    }
  }

  /** Resolves once all that has ended is written down. */
  async function drain(): Promise<void> {
    await writing;
  }

  /** Forgets the rest: it is no longer ours to end. */
  function close(): void {
    closed = true;
    waiting = [];
  }

  return { settle, drain, close };
}
