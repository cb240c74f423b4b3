import { setTimeout as wait } from 'node:timers/promises';
import { claimDue } from '../../src/digests/claim.ts';
import { addDue, delivered, startProcess } from '../digests/crowd.ts';
import { testDatabase } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import type { Bench, Figure } from './figures.ts';

const BURST = 1_000;
const LIMIT_S = 60;

/**
 * Measures how long a team waits for its due digest and its ask while another team has a thousand of each. The baseline is the
 * same without the other team. Runs in memory, or on the server that DATABASE_URL names.
 */
export const bench: Bench = { full };

async function full(): Promise<Figure[]> {
  const baseline = await waitOfOne(0);
  const value = await waitOfOne(BURST);
  return [
    {
      name: `a digest and an ask beside ${BURST} of another team each`,
      ...{ value, baseline, baselineName: 'alone', unit: 's' },
      target: { of: 'difference', most: LIMIT_S },
    },
  ];
}

/** @returns seconds */
async function waitOfOne(crowd: number): Promise<number> {
  const db = await testDatabase();
  const { begin, generations, digests, stop } = await startProcess(db);
  await addDue(db, 'TBUSY', crowd);
  for (let each = 0; each < crowd; each += 1)
    await generations.start(anAsk({ team: 'TBUSY' }), `ask ${each}`);
  begin();
  const stopping = new AbortController();
  const claiming = claimDue(digests, stopping.signal);
  const began = performance.now();
  await generations.start(anAsk({ team: 'TOTHER' }), 'ask');
  await addDue(db, 'TOTHER', 1);
  if (crowd === 0) await claimDue(digests);
  while ((await delivered(db, 'TOTHER')) < 2) await wait(20);
  const took = (performance.now() - began) / 1000;
  stopping.abort();
  await claiming;
  await stop();
  await db.close();
  return took;
}
