import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linkFor, walk } from '../../sandbox/connect.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { closeForms, untilHomeSays, wordsOf } from './story.ts';
import { ANAS_ACCOUNT, createTwoTeams, RITAS_ACCOUNT, type TwoTeams } from './two-teams.ts';

/** Ana, who owns the team, lets everyone connect. What a member may then do with a connection, and who hears of it. */

const told = (person: Person, words: RegExp) =>
  person.history(person.appDm()).filter((message) => words.test(wordsOf(message)));

const bens = { person: 'ben', channel: 'general', ...RITAS_ACCOUNT };

describe('where everyone may connect', () => {
  let harness: TwoTeams;
  beforeEach(async () => {
    harness = await createTwoTeams();
    await untilHomeSays(harness, harness.ana, /Let everyone connect/);
    await harness.ana.press('home', 'connect_policy');
    await expect.poll(() => JSON.stringify(harness.ana.home())).toMatch(/Let only admins connect/);
  });
  afterEach(() => harness.close());

  test('Ben connects the team, and Ana hears of it, once', async () => {
    expect((await harness.connect(bens)).status).toBe(200);
    await expect.poll(() => told(harness.ana, /<@U0BEN> has connected Deckhand/)).toHaveLength(1);
    expect(
      told(harness.ana, /has connected/)
        .map(wordsOf)
        .join(),
    ).toContain('Northwind Labs');
    // Who has connected it connects it anew, too.
    expect((await harness.connect(bens)).status).toBe(200);
  });

  test('a connection that works gives way to nobody else’s, though their link is older than it', async () => {
    const link = await linkFor(harness.slack, bens);
    await harness.connect(ANAS_ACCOUNT);
    expect((await walk(link, RITAS_ACCOUNT)).status).toBe(403);
    await expect(linkFor(harness.slack, bens)).rejects.toThrow('gave no link');
    await untilHomeSays(harness, harness.ben, /Northwind Studio/);
    expect(JSON.stringify(harness.ben.home())).not.toMatch(/connect_open/);
  });

  test('Ana takes the place of Ben’s, and later ends his: he hears of each, once', async () => {
    await harness.connect(bens);
    await harness.connect(ANAS_ACCOUNT);
    await expect
      .poll(() => told(harness.ben, /<@U0ANA> has connected Deckhand.*in place of/s))
      .toHaveLength(1);
    expect(told(harness.ana, /in place of/)).toEqual([]);
    await harness.ana.command('general', '/deck disconnect');
    await harness.ana.waitForView(({ view }) => view.callback_id === 'disconnect_form');
    await harness.ana.submit();
    await closeForms(harness.ana);
    await expect.poll(() => JSON.stringify(harness.ana.home())).toMatch(/not connected/);
    await harness.connect(bens);
    await harness.ana.command('general', '/deck disconnect');
    await harness.ana.waitForView(({ view }) => view.callback_id === 'disconnect_form');
    await harness.ana.submit();
    await expect.poll(() => told(harness.ben, /<@U0ANA> has ended the connection/)).toHaveLength(1);
    expect(told(harness.ben, /in place of/)).toHaveLength(1);
  });
});
