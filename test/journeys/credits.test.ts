import { expect, test } from 'vitest';
import { wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { askForDeck, directMessages, hasFile, untilHomeSays, untilIdle, untilThreadHas } from './story.ts';

/** The credits of Ana's team run low. Chloe spends them; Ana, who owns the team, can add some. */

const harness = await forThisFile(createHarness());
const { ana, chloe, service } = harness;

const warningsTo = (person = ana) => directMessages(person, /running low/);

const SIX_SLIDES = Array.from({ length: 6 }, (_, at) => `## Stop ${at + 1}\nWe meet people.`).join('\n\n');

/** Chloe has a deck of six slides made. @returns its cost */
async function spend(title: string): Promise<number> {
  const before = service.credits();
  const root = await askForDeck(harness, SIX_SLIDES, { title, cards: 6 }, { person: chloe });
  await untilThreadHas(harness, root, hasFile);
  await untilIdle(harness);
  return before - service.credits();
}

test('Ana gets one warning once less is left than the last documents cost; Chloe gets none', async () => {
  const cost = (await spend('Plenty')) + (await spend('Still plenty'));
  expect(warningsTo()).toEqual([]);
  service.setCredits(cost);
  await spend('Running low');
  expect(wordsOf(warningsTo())).toContain(
    `Credits at Papermill are running low: ${service.credits()} left, and the last 2 documents cost ${cost}.`,
  );
  expect(wordsOf(warningsTo())).toContain('/deck connect');
  service.setCredits(cost);
  await spend('Lower still');
  expect(warningsTo()).toHaveLength(1);
  expect(warningsTo(chloe)).toEqual([]);
});

test('Home says whose account and workspace pay, and how many credits were left', async () => {
  const home = await untilHomeSays(harness, ana, /were left at the last count/);
  expect(home).toMatch(/Workspace \*Northwind Studio\*, as Vera Stolz\./);
  expect(home).not.toMatch(/@northwind/);
});
