import { describe, expect, test } from 'vitest';
import { serverUrl } from '../support/database.ts';
import { inOneProcess, onServer } from './year/deployments.ts';
import { seeded } from './year/seeded.ts';
import { simulate } from './year/simulate.ts';

/**
 * A simulation of six weeks with the end of February, the beginning of summer time in America and Europe, and its end in the south.
 * `npm run chaos` simulates a year.
 */
const places = [
  { name: 'two simulated processes on one database', deploy: inOneProcess, isAvailable: true },
  { name: 'two processes on a PostgreSQL server', deploy: onServer, isAvailable: Boolean(serverUrl) },
];

describe.each(places.filter(({ isAvailable }) => isAvailable))('$name, killed at random', ({ deploy }) => {
  test('start each run exactly once, without gaps between windows', { timeout: 120_000 }, async () => {
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
