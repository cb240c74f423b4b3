import { expect, it } from 'vitest';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createHarness } from '../support/harness/slack.ts';
import { event, press } from '../support/harness/slack-requests.ts';
import { wordsOf } from '../support/reading.ts';

it('Home shows the three newest failed asks, and what was made before them', async () => {
  const harness = createHarness();
  for (let at = 1; at <= 9; at += 1) {
    const failed = { state: 'failed' as const, title: `Failed ${at}`, createdAt: new Date(at * 1000) };
    harness.generations.put(aGeneration({ id: `g${at}`, ...failed }));
  }
  harness.generations.put(aGeneration({ id: 'g0', title: 'Harbour plan', createdAt: new Date(0) }));
  await harness.send(event({ type: 'app_home_opened', user: 'UANA', tab: 'home', channel: 'D1' }));
  const home = wordsOf(harness.made('views.publish').at(-1)?.view);
  expect(home.match(/Failed \d/g)).toEqual(['Failed 9', 'Failed 8', 'Failed 7']);
  expect(home).toContain('Harbour plan');
});

it('a failed ask can be dismissed on Home, by who asked, and is gone from Home and from /deck recent', async () => {
  const harness = createHarness();
  harness.generations.put(aGeneration({ id: 'g1', state: 'failed', title: 'Harbour plan' }));
  const onHome = { view: { id: 'V1', type: 'home' }, message: undefined };
  await harness.send(press({ action_id: 'generation_dismiss', value: 'g1' }, onHome));
  const home = wordsOf(harness.made('views.publish').at(-1)?.view);
  expect(home).toContain('What you made lately');
  expect(home).not.toContain('Harbour plan');
  expect(await harness.generations.recent('T1', 'UANA', 9)).toEqual([]);
});
