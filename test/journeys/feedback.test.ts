import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from './harness.ts';
import { METRICS_TOKEN } from './stand-ins.ts';
import { askForDeck, untilCardSays, wordsOf } from './story.ts';

/** People say what they think of a result, and are led to where it can be mended. */

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

async function figures(): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return (await fetch(`${harness.appUrl()}/metrics`, { headers })).text();
}

test('Ben likes it, Ana does not: both are noted once, without their names, and Ana may have it changed', async () => {
  const root = await askForDeck(harness, 'Rated plan', { title: 'Rated plan' });
  const card = await untilCardSays(harness, root, /Not what I wanted/);
  const [, id = ''] = /([0-9a-f-]{36}) poor/.exec(JSON.stringify(card.blocks)) ?? [];
  const rate = (person = harness.ana, rating = 'poor') =>
    person.press(card, 'generation_feedback', { value: `${id} ${rating}` });
  await rate(harness.ben, 'good');
  await rate(harness.ben, 'good');
  await rate();
  await expect
    .poll(() => harness.ben.ephemerals('general').map(wordsOf).join())
    .toMatch(/Thanks, that is noted/);
  await expect
    .poll(() => harness.ana.ephemerals('general').map(wordsOf).join())
    .toMatch(/has it changed as you say[\s\S]*Change it…/);
  await expect.poll(figures).toContain('deckhand_ratings_total{rating="good",about="document"} 1');
  expect(await figures()).toContain('deckhand_ratings_total{rating="poor",about="document"} 1');
});
