import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { sendAs } from './forged.ts';
import { createHarness, type Harness } from './harness.ts';
import { teamWithGuest } from './seed.ts';
import { askForDeck, hasFile, untilFormSays, untilThreadHas, wordsOf } from './story.ts';

/** Gus is a guest in Ana's team: he is in #general, and nowhere else. */

let harness: Harness;
let gus: Person;
beforeAll(async () => {
  harness = await createHarness({ seed: teamWithGuest });
  gus = harness.slack.person('gus');
});
afterAll(() => harness.close());

const CLOSED = /not open to guests/;
const made = async () => (await harness.db.query<{ id: string }>('select id from generations')).length;
const asked = () => harness.service.calls.length;

/** What Gus reads after he did something in #general. */
async function readAfter(act: () => Promise<unknown>): Promise<string> {
  const before = gus.ephemerals('general').length;
  await act();
  await gus.waitForMessage(() => gus.ephemerals('general').length > before, { channel: 'general' });
  return gus.ephemerals('general').slice(before).map(wordsOf).join();
}

const menuOf = (field: string) =>
  sendAs(
    harness,
    { person: 'U0GUS' },
    {
      type: 'block_suggestion',
      action_id: field,
      block_id: field,
      value: '',
      container: { type: 'view', view_id: 'V0' },
      view: {
        id: 'V0',
        type: 'modal',
        callback_id: 'deck_form',
        state: { values: {} },
        private_metadata: '',
      },
    },
  );

test('at first he spends nothing and sees nothing of the service, whichever way he asks', async () => {
  await harness.slack.settle();
  const before = asked();
  expect(await readAfter(() => gus.command('general', '/deck ten slides on spring'))).toMatch(CLOSED);
  expect(await readAfter(() => gus.command('general', '/deck'))).toMatch(CLOSED);
  expect(await readAfter(() => gus.say('general', '@Deckhand ten slides on spring'))).toMatch(CLOSED);
  expect(gus.view()).toBeNull();
  await gus.openHome();
  await expect.poll(() => JSON.stringify(gus.home())).toMatch(CLOSED);
  expect(JSON.stringify(gus.home())).toContain('Leave my messages out');
  for (const field of ['theme', 'folder', 'template'])
    expect((await menuOf(field)).body).toEqual({ options: [] });
  expect(await made()).toBe(0);
  expect(asked()).toBe(before);
});

test('he says whose words are used: those are his', async () => {
  await gus.openHome();
  await expect.poll(() => JSON.stringify(gus.home())).toContain('Leave my messages out');
  await gus.press('home', 'words_opt_out');
  await expect.poll(() => JSON.stringify(gus.home())).toContain('Let my messages be used');
});

test('once Ana has opened it to guests he makes a deck, and posts it in no channel that he is not in', async () => {
  await harness.ana.command('general', '/deck settings');
  await untilFormSays(harness.ana, /Whose defaults/);
  await harness.ana.fill({ 'Whose defaults': 'The whole workspace’s' });
  await untilFormSays(harness.ana, /Guests of this workspace/);
  await harness.ana.fill({ 'Guests of this workspace': 'May use Deckhand, and spend credits' });
  expect(await harness.ana.submit()).toMatchObject({ ok: true });
  const root = await askForDeck(harness, 'Spring for guests', {}, { person: gus });
  await untilThreadHas(harness, root, hasFile);

  await gus.command('general', '/deck');
  const { view, id, hash } = await gus.waitForView();
  const values = {
    prompt: { prompt: { type: 'plain_text_input', value: 'For all to see' } },
    channel: { channel: { type: 'conversations_select', selected_conversation: 'C0RANDOM' } },
  };
  const forged = {
    type: 'view_submission',
    view: { ...view, id, hash, state: { values } },
    response_urls: [],
  };
  await harness.ana.command('random', '/invite @Deckhand');
  const { body } = await sendAs(harness, { person: 'U0GUS' }, forged);
  expect(JSON.stringify(body)).toMatch(/You are not in this conversation/);
  expect(await made()).toBe(1);
});
