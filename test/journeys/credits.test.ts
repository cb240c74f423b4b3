import { expect, test } from 'vitest';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import {
  askForDeck,
  directMessages,
  hasFile,
  privateWords,
  submitDeck,
  untilHomeSays,
  untilIdle,
  untilPosted,
  untilThreadHas,
} from './story.ts';

/** The credits of Ana's team run low. Chloe spends them; Ana, who owns the team, can add some. */

const harness = await forThisFile(createHarness());
const { ana, chloe, service } = harness;

const warningsTo = (person = ana) => directMessages(person, /running low/);

const SIX_SLIDES = Array.from({ length: 6 }, (_, at) => `## Stop ${at + 1}\nWe meet people.`).join('\n\n');

/** Chloe has a deck of six slides made. @returns its cost */
async function spend(title: string): Promise<number> {
  const before = service.credits();
  const root = await askForDeck(harness, SIX_SLIDES, { title, slides: 6 }, { person: chloe });
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

test('without credits, Chloe tells the admins once with a button, and Ana, who is an admin, has no such button', async () => {
  service.setCredits(0);
  for (const person of [chloe, ana]) await submitDeck(harness, 'A plan', { title: 'Unpaid' }, { person });
  const failureOf = (person: typeof ana) =>
    untilPosted(person, /Unpaid[\s\S]*out of credits/, { channel: person.appDm() });
  expect(buttonsOf(await failureOf(ana))).not.toContain('Tell an admin');
  expect(wordsOf(await failureOf(ana))).toContain('Add some there, then ask again.');
  const told = await failureOf(chloe);
  await chloe.press(told, 'budget_ask_admin');
  const request = await untilPosted(ana, /<@U0CHLOE> would like .* your team is out of credits/, {
    channel: ana.appDm(),
  });
  expect(wordsOf(request)).toContain('Add credits in the workspace at Papermill');
  await chloe.press(told, 'budget_ask_admin');
  await expect
    .poll(() => privateWords(chloe, chloe.appDm()))
    .toContain('You asked the Slack admins within the last day');
  expect(directMessages(ana, /is out of credits\./)).toHaveLength(1);
});

test('Home says whose account and workspace pay, and how many credits were left', async () => {
  const home = await untilHomeSays(harness, ana, /were left at the last count/);
  expect(home).toMatch(/\*Northwind Studio\* with Vera Stolz’s account/);
  expect(home).not.toMatch(/@northwind/);
});
