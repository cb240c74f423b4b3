import { describe, expect, test } from 'vitest';
import { serverUrl } from '../support/database.ts';
import { inOneProcess, onServer } from './year/deployments.ts';
import { seeded } from './year/seeded.ts';
import { simulate } from './year/simulate.ts';

/** A quarter of a year, with the change to summer time on both sides of the Atlantic; `npm run chaos` does the year. */
const places = [
  { name: 'two users of one database', deploy: inOneProcess, isThere: true },
  { name: 'two processes on a PostgreSQL server', deploy: onServer, isThere: Boolean(serverUrl) },
];

describe.each(places.filter(({ isThere }) => isThere))('$name, killed now and then', ({ deploy }) => {
  test('each run is started exactly once, and the windows join', { timeout: 120_000 }, async () => {
    const deployment = await deploy();
    const { due, started, gaps, kills } = await simulate(deployment, {
      days: 90,
      kills: 7,
      random: seeded(7),
    });
    await deployment.close();
    expect(due.length).toBeGreaterThan(250);
    expect(kills).toBeGreaterThan(4);
    expect(started).toEqual(due);
    expect(gaps).toEqual([]);
  });
});
