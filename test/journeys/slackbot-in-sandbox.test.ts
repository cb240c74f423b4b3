import { expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { callFor } from '../../sandbox/slack/slackbot/sentences.ts';
import { manifest } from '../../src/commands/manifest.ts';
import { BOT_SCOPES } from '../../src/slack/installation/installer.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { createsOf, requestsTo, untilPosted } from './story.ts';

/** Ana writes to Slackbot, which asks her before it calls a tool of Deckhand. */

const harness = await forThisFile(
  createHarness({
    env: { SLACK_MANIFEST_OPTIONS: 'mcp' },
    slack: { manifest: manifest(['--url', 'https://d.example', '--mcp']) },
  }),
);
const { ana, ben, slack } = harness;

const shown = (person = ana): Message[] => person.history(person.slackbotDm());
const newest = (person = ana) => shown(person).at(-1) as Message;

/** Writes to Slackbot, and waits for its answer. */
async function ask(text: string, person = ana): Promise<Message> {
  await person.say(person.slackbotDm(), text);
  await slack.settle();
  return newest(person);
}

async function choose(question: Message, answer: 'once' | 'always' | 'deny', person = ana): Promise<Message> {
  expect(buttonsOf(question)).toEqual(['Allow once', 'Always allow', 'Deny']);
  await person.press(question, `slackbot:${answer}`);
  await slack.settle();
  return newest(person);
}

test('she allows it once, presses Make it…, and Make it in her messages with Deckhand makes one document', async () => {
  const card = await choose(await ask('six slides on the new ferry, for tourists'), 'once');
  expect(wordsOf(card)).toMatch(/Make this\?.*new ferry/);
  expect(buttonsOf(card)).toEqual(['Make it…']);
  await ana.press(card, 'tool:send_card');
  const sent = newest();
  expect(wordsOf(sent)).toContain('until then nothing is spent');
  expect(buttonsOf(sent)).toEqual([]);
  const deckhands = await untilPosted(ana, /Make this\?.*new ferry/, { channel: ana.appDm() });
  expect(createsOf(harness, 'new ferry')).toBe(0);
  await ana.press(deckhands, 'proposal_make');
  await expect.poll(() => createsOf(harness, 'new ferry'), { timeout: 20_000 }).toBe(1);
});

test('she denies it, and nothing is called; she always allows it, and is not asked again, and still nothing is spent', async () => {
  const before = requestsTo(harness, 'POST /generations').length;
  expect(wordsOf(await choose(await ask('a deck on whales'), 'deny'))).toMatch(/^Deny/);
  expect(
    wordsOf(await choose(await ask('sum up the last 2 weeks of #general as a document'), 'always')),
  ).toMatch(/what was said in <#C0GENERAL>/);
  for (let again = 0; again < 5; again += 1)
    expect(buttonsOf(await ask('a deck on whales'))).toEqual(['Make it…']);
  expect(requestsTo(harness, 'POST /generations').length).toBe(before);
  expect(wordsOf(await choose(await ask('what did I make lately?'), 'once'))).toContain('lately');
  expect(wordsOf(await choose(await ask('find zebra'), 'once'))).toContain('Nothing was found');
});

test('without the scope it is not offered', async () => {
  slack.setScopes(BOT_SCOPES);
  expect(wordsOf(await ask('a deck on whales', ben))).toContain('No app here has tools');
  slack.setScopes([...BOT_SCOPES, 'mcp:connect']);
  expect(buttonsOf(await ask('a deck on whales', ben))).toContain('Allow once');
});

test('Slackbot understands how people say the days of a channel, and what they look for', () => {
  expect(callFor('make a deck of <#C0GENERAL>, last two weeks')?.args).toMatchObject({ days: 14 });
  expect(callFor('sum up the last 3 days of <#C0GENERAL>')?.args).toMatchObject({ days: 3 });
  expect(callFor('a deck of the last month of <#C0GENERAL>')?.args).toMatchObject({ days: 30 });
  expect(callFor('find my deck about revenue')?.args).toEqual({ words: 'revenue' });
  expect(callFor('find my harbour decks')?.args).toEqual({ words: 'harbour' });
});
