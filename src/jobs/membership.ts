import { randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import type { Log } from '../log.ts';
import type { Database } from '../storage/database.ts';
import { giveBack } from './holdings.ts';

export interface MembershipOptions {
  database: Database;
  boss: PgBoss;
  log: Log;
  /** Milliseconds between two heartbeats of this process. */
  heartbeatMs: number;
  /** A process not heard of for so long, in milliseconds, is dead: its jobs are given to others. */
  deadAfterMs: number;
  /** Called when this process may no longer hold anything: it must drop all it does, and join() again. */
  onLost: () => void;
}

/**
 * This process among those that share the queue, by one heartbeat row. The same statement that beats tells whether
 * we were declared dead and whether somebody else is; nothing is sent per job.
 *
 * A process that cannot beat stops by itself before the others take over, so that a broken line to the database or
 * a long pause does not leave two at work on one job. Times are compared by the database's clock, or by this
 * process' own monotonic one, never across.
 */
export function createMembership(options: MembershipOptions) {
  const { database, boss, log, heartbeatMs, deadAfterMs, onLost } = options;
  /** Late enough to survive a few lost beats, early enough to be out before the others come in. */
  const loseAfterMs = deadAfterMs - Math.min(heartbeatMs, deadAfterMs / 4);
  /** An embedded database has no other process, and one long transaction keeps a heartbeat waiting. */
  const othersMayTakeOver = database.kind === 'postgres';
  let id: string | undefined;
  let heardAt = 0;
  let beating = false;
  let timer: NodeJS.Timeout | undefined;

  /** Joins under a new id, and gives back what `former` and processes that died before still held. */
  async function join(former?: string): Promise<string> {
    const sentAt = performance.now();
    const joined = randomUUID();
    await database.query('INSERT INTO processes (id, opened) VALUES ($1, $2)', [joined, database.opened]);
    await reap(joined, former);
    id = joined;
    heardAt = sentAt;
    timer ??= setInterval(tick, heartbeatMs);
    return joined;
  }

  function tick(): void {
    if (id === undefined) return;
    if (othersMayTakeOver && performance.now() - heardAt > loseAfterMs)
      lose('could not reach the database in time');
    else if (!beating) void beat(id);
  }

  async function beat(as: string): Promise<void> {
    beating = true;
    const sentAt = performance.now();
    try {
      const [row] = await database.aside.query<{ alive: boolean; dead: boolean }>(BEAT, [as, deadAfterMs]);
      if (as !== id) return;
      if (!row?.alive) return lose('was declared dead');
      heardAt = sentAt;
      if (row.dead) await reap(as);
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'a heartbeat failed');
    } finally {
      beating = false;
    }
  }

  function lose(why: string): void {
    log.warn({ process: id, why }, 'this process lets go of its jobs');
    id = undefined;
    onLost();
  }

  async function reap(as: string, former?: string): Promise<void> {
    await database.transaction(async (tx) => {
      // In an embedded database all who came before this opening are dead: it has one process at a time.
      const onlyThisOpening = database.kind === 'pglite';
      const rows = await tx.query<{ id: string }>(DEAD, [
        as,
        deadAfterMs,
        former,
        onlyThisOpening,
        database.opened,
      ]);
      const dead = rows.map((row) => row.id);
      if (dead.length === 0) return;
      log.warn({ processes: dead }, 'the jobs of processes that are gone are given back');
      await giveBack(tx, boss, dead);
    });
  }

  function leave(): void {
    clearInterval(timer);
    timer = undefined;
    id = undefined;
  }

  return { join, leave };
}

const BEAT = `
  WITH beat AS (UPDATE processes SET seen_at = now() WHERE id = $1 RETURNING id)
  SELECT
    EXISTS (SELECT 1 FROM beat) AS alive,
    EXISTS (
      SELECT 1 FROM processes WHERE id <> $1 AND seen_at < now() - $2::bigint * interval '1 millisecond'
    ) AS dead`;

// Whoever locks the row first gives the jobs back; a late heartbeat of the dead one waits and then finds no row.
const DEAD = `
  SELECT id FROM processes
  WHERE id <> $1
    AND (
      seen_at < now() - $2::bigint * interval '1 millisecond'
      OR id = $3::uuid
      OR ($4::boolean AND opened <> $5::uuid)
    )
  FOR UPDATE SKIP LOCKED`;
