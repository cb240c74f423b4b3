import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '../../../sandbox/slack/protocol.ts';
import { createSlackStandIn } from '../../../sandbox/slack/stand-in.ts';
import { systemClock } from '../../../src/clock.ts';
import { actions } from '../../../src/slack/bolt/action-ids.ts';
import { smallTeam } from '../../journeys/seed.ts';
import { wordsOf } from '../../journeys/story.ts';

/**
 * The stand-in Slack with its people, in a process of its own. They ask at a fixed rate, whatever becomes of it: `/deck` with a
 * topic, and the button of what was understood. argv: the app's address, its signing secret and bot token, asks a second and asks
 * in all. Prints its address; "begun" once the app serves and the first asks; and at the end, as JSON, how many cards and files
 * there are.
 */

const [appUrl = '', signingSecret = '', botToken = '', rate = '', count = ''] = process.argv.slice(2);
const TRIES = 5;
const PROPOSAL_MS = 10_000;
const LOOK_MS = 100;
/** Milliseconds after the last ask in which all have come. */
const PATIENCE_MS = 90_000;

const slack = createSlackStandIn({
  clock: systemClock,
  manifestPath: new URL('../../../manifest.yml', import.meta.url).pathname,
  signingSecret,
  botToken,
  seed: smallTeam,
  pace: { rates: 'off', redeliveries: [0] },
});
await slack.start();
slack.connectApp(appUrl);
console.log(slack.apiUrl);

const ana = slack.person('ana');
const wordOf = (number: number) => `Budget${number}x`;

/** Whoever waits for a proposal looks at it once it was posted: to look at every change of Slack costs this process a core. */
const waiting = new Map<string, () => void>();
let read = 0;
setInterval(() => {
  const calls = slack.calls.slice(read).map(({ args }) => JSON.stringify(args));
  read = slack.calls.length;
  for (const call of calls.filter((text) => text.includes(actions.makeProposal)))
    for (const [word, go] of waiting) if (call.includes(word)) go();
}, LOOK_MS);

async function ask(number: number): Promise<void> {
  const word = wordOf(number);
  // Slack waits for 3 s, and so may a machine that others are at work on.
  for (let tries = 0; tries < TRIES; tries += 1) {
    const posted = new Promise<void>((resolve) => waiting.set(word, resolve));
    await ana.command('general', `/deck ${word} plan`);
    const isPosted = await Promise.race([posted.then(() => true), sleep(PROPOSAL_MS, false)]);
    waiting.delete(word);
    if (isPosted) return void (await ana.press(await proposalOf(word), actions.makeProposal));
  }
  throw new Error('Nothing was understood of a command');
}

function proposalOf(word: string): Promise<Message> {
  const isIt = (message: Message) =>
    message.text.includes(word) && JSON.stringify(message.blocks).includes(actions.makeProposal);
  return ana.waitForMessage(isIt, { channel: 'general' });
}

const cards = () =>
  slack.messages('general').filter((message) => message.bot && /Export as/.test(wordsOf(message)));
const files = () => slack.files('general').filter(({ name }) => !name.endsWith('.png'));

while (
  !(await fetch(`${appUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  ))
)
  await sleep(LOOK_MS);
console.log('begun');
const asks: Promise<void>[] = [];
const beganAt = Date.now();
for (let number = 0; number < Number(count); number += 1) {
  await sleep(Math.max(0, beganAt + (number * 1_000) / Number(rate) - Date.now()));
  asks.push(ask(number));
}
await Promise.all(asks);
for (const end = Date.now() + PATIENCE_MS; cards().length < Number(count) && Date.now() < end; )
  await sleep(LOOK_MS);
console.log(JSON.stringify({ cards: cards().length, files: files().length }));
