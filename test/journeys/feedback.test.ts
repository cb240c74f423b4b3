import { expect, test } from 'vitest';
import { idOn } from './document-story.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { METRICS_TOKEN } from './stand-ins.ts';
import { askForDeck, privateWords, untilCardSays } from './story.ts';

const harness = await forThisFile(createHarness());
const { ana, ben } = harness;

async function figures(): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return (await fetch(`${harness.appUrl()}/metrics`, { headers })).text();
}

test('Ben likes a deck and Ana does not: each counts once in the metrics, and Ana is offered a change', async () => {
  const root = await askForDeck(harness, 'Rated plan', { title: 'Rated plan' });
  const card = await untilCardSays(harness, root, /Not what I wanted/);
  const rate = (person: typeof ana, rating: string) =>
    person.press(card, 'generation_feedback', { value: `${idOn(card)} ${rating}` });
  await rate(ben, 'good');
  await rate(ben, 'good');
  await rate(ana, 'poor');
  await expect.poll(() => privateWords(ben)).toMatch(/Thanks, that is noted/);
  await expect.poll(() => privateWords(ana)).toMatch(/has it changed as you say[\s\S]*Change it…/);
  await expect.poll(figures).toContain('deckhand_ratings_total{rating="good",about="document"} 1');
  expect(await figures()).toContain('deckhand_ratings_total{rating="poor",about="document"} 1');
});
