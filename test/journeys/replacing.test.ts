import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkFor, walk } from '../../sandbox/connect.ts';
import { hasButton, wordsOf } from '../support/reading.ts';
import { directMessages, disconnect, untilHomeSays } from './story.ts';
import { ANAS_ACCOUNT, createTwoTeams, RITAS_ACCOUNT, type TwoTeams } from './two-teams.ts';

/** Ana, who owns the team, lets everyone connect it. Then members can start connections, and people learn when theirs end. */

const bens = { person: 'ben', channel: 'general', ...RITAS_ACCOUNT };

let harness: TwoTeams;
beforeEach(async () => {
  harness = await createTwoTeams();
  await untilHomeSays(harness, harness.ana, /Let everyone connect/);
  await harness.ana.press('home', 'connect_policy');
  await expect.poll(() => wordsOf(harness.ana.home())).toMatch(/Let only admins connect/);
});
afterEach(() => harness.close());

test('Ben connects the team, and Ana gets one message about it', async () => {
  const { ana } = harness;
  expect((await harness.connect(bens)).status).toBe(200);
  const told = () => directMessages(ana, /<@U0BEN> has connected Deckhand/);
  await expect.poll(() => told().length).toBe(1);
  expect(wordsOf(told())).toContain('Northwind Labs');
  // Ben may connect again, because the connection is his.
  expect((await harness.connect(bens)).status).toBe(200);
});

test('Ben cannot replace Ana’s working connection, even with a link that he got before', async () => {
  const { ben, slack } = harness;
  const link = await linkFor(slack, bens);
  await harness.connect(ANAS_ACCOUNT);
  expect((await walk(link, RITAS_ACCOUNT)).status).toBe(403);
  await expect(linkFor(slack, bens)).rejects.toThrow('no link');
  await untilHomeSays(harness, ben, /Northwind Studio/);
  expect(hasButton(ben.home(), 'connect_open')).toBe(false);
});

test('Ana replaces Ben’s connection, and later ends his new one: he gets one message about each', async () => {
  const { ana, ben } = harness;
  await harness.connect(bens);
  await harness.connect(ANAS_ACCOUNT);
  const replaced = () => directMessages(ben, /<@U0ANA> has connected Deckhand.*in place of/s).length;
  await expect.poll(replaced).toBe(1);
  expect(directMessages(ana, /in place of/)).toEqual([]);
  await disconnect(ana);
  await expect.poll(() => wordsOf(ana.home())).toMatch(/not connected/);
  await harness.connect(bens);
  await disconnect(ana);
  await expect.poll(() => directMessages(ben, /<@U0ANA> has ended the connection/).length).toBe(1);
  expect(replaced()).toBe(1);
});
