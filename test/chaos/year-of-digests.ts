import assert from 'node:assert/strict';
import { inOneProcess, onServer } from '../digests/year/deployments.ts';
import { seeded } from '../digests/year/seeded.ts';
import { simulate } from '../digests/year/simulate.ts';
import { serverUrl } from '../support/database.ts';

/**
 * Lets so many days pass for digests in six zones, while processes are killed: two of them on the PostgreSQL server of
 * DATABASE_URL, else two users of one PGlite database. @returns what to say of it
 */
export async function yearOfDigests(days: number): Promise<string> {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`Digests for ${days} days, seed ${seed}`);
  const deployment = await (serverUrl ? onServer() : inOneProcess());
  const { due, started, gaps, kills } = await simulate(deployment, {
    start: new Date('2026-01-01T00:00:00Z'),
    days,
    kills: Math.ceil(days / 5),
    random: seeded(seed),
  });
  await deployment.close();
  assert.deepEqual(started, due, 'each due run is started exactly once');
  assert.deepEqual(gaps, [], 'each window begins where the last one ended');
  const where = serverUrl ? 'two processes on PostgreSQL' : 'two users of one PGlite database';
  return `${due.length} runs of digests in ${days} days, ${where}, killed ${kills} times: each started exactly once.`;
}
