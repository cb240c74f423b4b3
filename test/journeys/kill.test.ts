import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverUrl } from '../support/database.ts';
import { wordsOf } from '../support/reading.ts';
import {
  expectAsked,
  expectMade,
  type KilledAsk,
  kinds,
  messagesOf,
  postsOf,
  putFile,
  sayYes,
  send,
  titleOf,
} from './killed/asks.ts';
import { type Moment, moments, phases } from './killed/moments.ts';
import { HELD, openStage, type Stage } from './killed/stage.ts';
import { hasFile, PATIENCE_MS, untilThreadHas } from './story.ts';

/**
 * The app runs in a process of its own and is killed with SIGKILL while there is an ask of each kind in each state; then
 * another process goes on. Always: one call that spends, one message, one file; or, where that call was out, one question
 * to Ana. What is held is held by the stand-ins, whose records say what was done.
 *
 * Moments that can be reached at the same time share one kill. With KILLS=each every moment has its own.
 */

/** What is asked for thoroughly while others are waiting in line waits behind them, so it cannot be sent as well. */
function inTwoLives(): Moment[][] {
  const [made, inLine] = moments.slice(-2);
  if (!made || !inLine) throw new Error('There are no moments');
  return [moments.slice(0, -2), [inLine, { ...made, kinds: kinds.filter((kind) => kind !== 'agent') }]];
}

const lives = process.env.KILLS === 'each' ? moments.map((one) => [one]) : inTwoLives();
/**
 * The last process is not killed but frozen for longer than its leases last. Another one takes over all of its work; then it
 * continues as if no time had passed, with the responses that came in the meantime.
 */
const frozenLife = process.env.KILLS === 'each' ? undefined : lives.push(moments.slice(0, -2)) - 1;

let stage: Stage;
beforeAll(async () => {
  if (serverUrl) stage = await openStage();
});
afterAll(() => stage?.stop());

const rows = lives.map((those, life) =>
  those.flatMap((moment, at) =>
    moment.kinds.map((kind) => {
      const ask: KilledAsk = { kind, words: `Plan ${life}.${at} of ${kind}` };
      return { moment, ask, kind, name: moment.name };
    }),
  ),
);

type Row = (typeof rows)[number][number];

const ways = rows.map((all, life) => ({ all, life, way: life === frozenLife ? 'frozen' : 'killed' }));
describe.runIf(serverUrl).each(ways)(
  '$way, time $life:',
  { timeout: 4 * PATIENCE_MS },
  ({ all, life, way }) => {
    let isKilled = false;
    const isFrozen = way === 'frozen';
    test(`every ask is where it is to be, and the process is ${way}`, async () => {
      await makeDocuments(all.map(({ ask }) => ask).filter(({ kind }) => kind === 'edit'));
      const ends: (() => void)[] = [];
      for (const phase of phases)
        ends.push(...(await bringThere(all.filter(({ moment }) => moment.phase === phase))));
      await mention(life);
      await (isFrozen ? stage.freezeAndStartAnother() : stage.killAndStartAgain());
      for (const end of ends) end();
      isKilled = true;
    });

    test('a mention, acknowledged and nothing else', () => expectMention(life));

    test.each(all)('$kind, $name', async ({ moment: { isAsked }, ask }) => {
      if (!isKilled) throw new Error('Not all came to their states.');
      if (!isAsked) return expectMade(stage, ask);
      const question = await expectAsked(stage, ask);
      if (isAsked === 'yes') await sayYes(stage, ask, question);
    });

    if (!isFrozen) return;
    test.each(all)('thawed, it does nothing again: $kind, $name', async ({ moment: { isAsked }, ask }) => {
      stage.thaw();
      await stage.untilIdle();
      if (isAsked === 'left') await expectAsked(stage, ask);
      else await expectMade(stage, ask, isAsked ? 2 : 1);
    });
  },
);

/** Documents for those who want one changed. */
async function makeDocuments(asks: KilledAsk[]): Promise<void> {
  const drafts = asks.map(({ words }): KilledAsk => ({ kind: 'document', words: titleOf(words) }));
  await Promise.all(drafts.map((draft) => send(stage, draft)));
  await Promise.all(drafts.map((draft) => expectMade(stage, draft)));
  for (const [at, ask] of asks.entries()) {
    const [card] = messagesOf(stage, drafts[at] ?? ask);
    if (card) ask.card = card;
  }
}

/** Has each ask in its moment, and held there. */
async function bringThere(those: Row[]): Promise<(() => void)[]> {
  const asksIn = (is: (moment: Moment) => unknown) =>
    those.filter(({ moment }) => is(moment)).map(({ ask }) => ask);
  await beginOtherChange(asksIn(({ given }) => given === 'other change'));
  for (const ask of asksIn(({ given }) => given === 'file')) ask.file = await putFile(stage, ask.words);
  const mark = stage.mark();
  const before = stage.standIns.slack.calls.length;
  const ends = those.flatMap(({ moment, ask }) => moment.hold(stage.standIns, ask));
  await Promise.all(those.map(({ ask }) => send(stage, ask)));

  for (const ask of asksIn(({ isRefused }) => isRefused))
    await expect.poll(() => postsOf(stage, ask).refused).toBe(1);
  await expect.poll(stage.heldByService).toBe(asksIn(({ isSent }) => isSent).length);
  const held = those.flatMap(({ moment }) => moment.held ?? []).toSorted();
  await expect.poll(() => heldBySlack(before, held)).toEqual(held);
  const states = those.map(({ moment }) => moment.state).toSorted();
  await expect.poll(() => stage.states(mark).toSorted()).toEqual(states);
  return ends;
}

/** Methods of the calls since then that have no answer, of those that are wanted. */
function heldBySlack(since: number, wanted: string[]): string[] {
  const calls = stage.standIns.slack.calls.slice(since);
  const held = calls.filter(({ method, status, answer }) => wanted.includes(method) && !status && !answer);
  return held.map(({ method }) => method).toSorted();
}

async function beginOtherChange(asks: KilledAsk[]): Promise<void> {
  for (const ask of asks.filter(({ kind }) => kind === 'edit')) {
    const first = { ...ask, words: ask.words.replace('Plan', 'First wish') };
    moments[0]?.hold(stage.standIns, first);
    const mark = stage.mark();
    await send(stage, first);
    await expect.poll(() => stage.states(mark)).toEqual(['following']);
    ask.before = first.words;
  }
}

const mentioned = (life: number) => `Plan ${life} of a thread`;

/**
 * Somebody asks for a document about Ben's thread, and Slack holds the call about their membership. The app caches a membership for
 * some seconds and handles the mention after the kill, so the next mention is by another person.
 */
async function mention(life: number): Promise<void> {
  const { ben, chloe, slack } = stage.standIns;
  const thread = await ben.say('general', `${mentioned(life)}: the ferry leaves at nine.`);
  const before = slack.calls.length;
  slack.misbehave({ method: 'users.conversations', delayMs: HELD });
  const asker = life % 2 === 0 ? chloe : ben;
  await asker.say('general', '@Deckhand make a one-pager', { threadTs: thread.ts });
  const held = ['users.conversations'];
  await expect.poll(() => heldBySlack(before, held)).toEqual(held);
}

async function expectMention(life: number): Promise<void> {
  const { slack } = stage.standIns;
  const [thread] = slack.messages('general').filter((message) => wordsOf(message).includes(mentioned(life)));
  if (!thread) throw new Error('Ben said nothing');
  await untilThreadHas(stage.standIns, thread, hasFile);
  await stage.untilIdle();
  expect(postsOf(stage, { kind: 'document', words: mentioned(life) }).sent).toBe(1);
  const posts = slack.messages('general', thread.ts).filter(({ bot }) => bot);
  expect(posts.filter((message) => /Made by AI/.test(wordsOf(message)))).toHaveLength(1);
}
