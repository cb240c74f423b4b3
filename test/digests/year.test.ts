import { describe, expect, test } from 'vitest';
import { serverUrl } from '../support/database.ts';
import { inOneProcess, onServer } from './year/deployments.ts';
import { seeded } from './year/seeded.ts';
import { simulate } from './year/simulate.ts';

/**
 * Six weeks, with the end of February, the change to summer time on both sides of the Atlantic and the one to winter time in the
 * south; `npm run chaos` does the year.
 */
const places = [
  { name: 'two users of one database', deploy: inOneProcess, isThere: true },
  { name: 'two processes on a PostgreSQL server', deploy: onServer, isThere: Boolean(serverUrl) },
];

describe.each(places.filter(({ isThere }) => isThere))('$name, killed now and then', ({ deploy }) => {
  test('each run is started exactly once, and the windows join', { timeout: 120_000 }, async () => {
    const deployment = await deploy();
    const { due, started, gaps, kills } = await simulate(deployment, {
      start: new Date('2026-02-24T00:00:00Z'),
      days: 42,
      kills: 6,
      random: seeded(7),
    });
    await deployment.close();
    expect(due.length).toBeGreaterThan(130);
    expect(kills).toBeGreaterThan(4);
    expect(started).toEqual(due);
    expect(gaps).toEqual([]);
  });
});
