import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilCardSays, untilThreadHas, wordsOf } from './story.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const SHORTCUT = 'thread_to_slides';

/** Ben begins a thread and the others answer. @returns ts of the first message and of the last */
async function talk(channel: string, first: string, answers: [who: 'ana' | 'ben' | 'chloe', text: string][]) {
  const { ts } = await world.ben.say(channel, first);
  let last = ts;
  for (const [who, text] of answers) ({ ts: last } = await world[who].say(channel, text, { threadTs: ts }));
  return { ts, last };
}

const launch = () =>
  talk('general', 'Spring launch: do we go on 14 April?', [
    ['ana', 'Yes. We go on 14 April, budget is $4.2M.'],
    ['ben', '@Ana I will send the plan to #random by Friday'],
    ['ana', 'My private doubt about it !nodeck'],
  ]);

/** The text that was sent to the service last. */
function sentText(): string {
  const creates = world.service.calls.filter(({ method }) => method === 'POST');
  return (creates.at(-1)?.body as { inputText?: string } | undefined)?.inputText ?? '';
}

describe('Ana turns a thread into slides', () => {
  test('she picks the shortcut on a reply, sees what will be used, and gets the file in that thread', async () => {
    const { ts, last } = await launch();
    world.service.clearCalls();
    expect(await world.ana.shortcut(SHORTCUT, { channel: 'C0GENERAL', ts: last })).toEqual({ ok: true });
    const form = await world.ana.waitForView(({ view }) => view.blocks.some((b) => b.block_id === 'prompt'));
    const shown = JSON.stringify(form.view);
    expect(shown).toMatch(/\*3 messages\* by 2 people/);
    expect(shown).toMatch(/1 message marked not to be used/);
    await world.ana.fill({ prompt: 'Decisions and who does what', audience: 'Executives', cards: 4 });
    expect(await world.ana.submit()).toMatchObject({ ok: true });

    const root = await world.ana.waitForMessage(
      (message) => Boolean(message.bot) && message.thread_ts === ts,
      { channel: 'general' },
    );
    const card = await untilCardSays(world, root, /Made by AI/);
    expect(wordsOf(card)).toMatch(/1 message/);
    const file = await untilThreadHas(world, { ...root, ts }, (message) => (message.files ?? []).length > 0);
    expect(file.text).toContain('<@U0ANA>');

    const [create] = world.service.calls.filter(({ method }) => method === 'POST');
    expect(create?.body).toMatchObject({
      textMode: 'condense',
      numCards: 4,
      textOptions: { audience: 'Executives' },
      additionalInstructions: expect.stringContaining('Decisions and who does what'),
    });
    const text = sentText();
    expect(text).toContain('# Thread in #general');
    expect(text).toMatch(
      /\*\*Ana Reyes\*\* \(\[[^\]]+\]\(http[^)]+\/archives\/C0GENERAL\/p\d+\?thread_ts=[\d.]+&cid=C0GENERAL\)\): Yes\. We go on 14 April, budget is \$4\.2M\./,
    );
    expect(text).toContain('@Ana Reyes I will send the plan to #random by Friday');
    expect(text).not.toContain('private doubt');
    expect(text).not.toMatch(/U0ANA|U0BEN/);
  });
});
