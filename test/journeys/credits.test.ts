import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { aDeckBy } from './document-story.ts';
import { createHarness, type Harness } from './harness.ts';
import { untilHomeSays, untilIdle, wordsOf } from './story.ts';

/** The credits of Ana's team run low. Chloe spends them; Ana, who owns the team, can do something about it. */

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const warningsTo = (person = harness.ana): Message[] =>
  harness.slack.messages(person.appDm()).filter((message) => /running low/.test(message.text ?? ''));

/** Chloe has a deck made. */
async function spend(title: string): Promise<void> {
  await aDeckBy(harness, harness.chloe, title);
  await untilIdle(harness);
}

test('while there are enough, nobody hears of it', async () => {
  await spend('Plenty');
  expect(warningsTo()).toEqual([]);
});

test('once less is left than the last documents cost, admins hear of it, and once', async () => {
  await spend('Plenty still');
  // Documents that cost more than those of the stand-in.
  await harness.db.query(`update generations set credits = '{"deducted": 300, "remaining": 9}'`);
  harness.service.setCredits(500);
  await spend('Running low');
  expect(warningsTo()).toHaveLength(1);
  const [warning] = warningsTo();
  expect(wordsOf(warning as Message)).toMatch(
    /Credits at Papermill are running low: 49\d left, and the last 2 documents cost 600\./,
  );
  expect(wordsOf(warning as Message)).toContain('/deck connect');
  await spend('Lower still');
  expect(warningsTo()).toHaveLength(1);
  expect(warningsTo(harness.chloe)).toEqual([]);
});

test('again after a day, since time alone fills no account', async () => {
  await harness.db.query(`update seen set expires_at = now() where key = 'low-credits'`);
  await spend('The next day');
  expect(warningsTo()).toHaveLength(2);
});

test('Home says whose account and workspace pay, and what was left', async () => {
  const home = await untilHomeSays(harness, harness.ana, /were left at the last count/);
  expect(home).toMatch(/Workspace \*Northwind Studio\*, as Vera Stolz\./);
  expect(home).not.toMatch(/@northwind/);
});
