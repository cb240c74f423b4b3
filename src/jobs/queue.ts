import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { createBoss, startBoss } from './boss.ts';
import type { Jobs, Taking } from './jobs.ts';
import { createMembership } from './membership.ts';
import type { JobName } from './names.ts';
import { listenForNudges, nudge } from './nudges.ts';
import { RETRY_DELAYS } from './runner.ts';
import { createShift, type Shift } from './shift.ts';

export interface JobsOptions {
  database: Database;
  /** For the waits between tries; liveness goes by real time. */
  clock: Clock;
  log: Log;
  /** Milliseconds between two heartbeats of this process. */
  heartbeatMs?: number;
  /** A process silent for so long, in milliseconds, is dead. With the default, its jobs go on within 30 s. */
  deadAfterMs?: number;
  /** Milliseconds between two looks at the queue when no nudge comes: for jobs sent for later. */
  pollMs?: number;
  /** Jobs of one name at once in this process; a tenth of it is kept from any single team. Default 12,000. */
  capacity?: number;
  /** Milliseconds before each further try of a failed job; when they are used up the job is dead. */
  retryDelays?: number[];
}

/** The queue: pg-boss for the jobs, our own rows for who holds them (holdings.ts, membership.ts). */
export function createJobs(options: JobsOptions): Jobs {
  const { database, clock, log, heartbeatMs = 5_000, deadAfterMs = 20_000, pollMs = 2_000 } = options;
  const { capacity = 12_000, retryDelays = RETRY_DELAYS } = options;
  const boss = createBoss(database, log);
  const membership = createMembership({ database, boss, log, heartbeatMs, deadAfterMs, onLost });
  const takings = new Map<JobName, Taking<JobName>>();
  let shift: Shift | undefined;
  let unlisten: (() => Promise<void>) | undefined;
  let beginning: Promise<void> = Promise.resolve();
  let stopping = false;

  /** Everything between joining the processes and leaving them is one shift, with its own process id. */
  async function beginShift(former?: string): Promise<void> {
    const process = await membership.join(former);
    shift = createShift({ process, database, boss, clock, log, capacity, pollMs, retryDelays });
    for (const [name, taking] of takings) shift.take(name, taking);
  }

  function onLost(): void {
    const lost = shift;
    shift = undefined;
    if (!lost) return;
    lost.abandon();
    beginning = beginAgain(lost.process);
  }

  async function beginAgain(former: string): Promise<void> {
    while (!stopping) {
      try {
        return await beginShift(former);
      } catch (error) {
        log.warn({ error: (error as Error).message }, 'this process could not join again yet');
        await sleep(heartbeatMs, undefined, { ref: false });
      }
    }
  }

  return {
    async start() {
      await startBoss(boss);
      unlisten = await listenForNudges(database, (queue) => shift?.nudge(queue));
      await beginShift();
    },
    async stop({ graceMs = 10_000 } = {}) {
      stopping = true;
      await beginning;
      await shift?.end(graceMs);
      shift = undefined;
      membership.leave();
      await unlisten?.();
      await boss.stop({ graceful: false, close: false });
    },
    async send(name, payload, { tx, startAfter, key = randomUUID() } = {}) {
      const id = await boss.send(name, payload, {
        singletonKey: key,
        group: { id: payload.team },
        ...(startAfter && { startAfter }),
        ...(tx && { db: tx.executor }),
      });
      await nudge(tx ?? database, name);
      return id !== null;
    },
    take(name, taking) {
      const plain = taking as unknown as Taking<JobName>;
      takings.set(name, plain);
      shift?.take(name, plain);
    },
    forget: async (team) => void (await database.query(FORGET, [team])),
    running: () => shift?.running() ?? 0,
  };
}

/** pg-boss would keep them for a day after they have ended; it has no call for all of a group. */
const FORGET = 'DELETE FROM pgboss.job WHERE group_id = $1';
