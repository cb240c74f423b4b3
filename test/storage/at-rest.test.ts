import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../journeys/harness.ts';
import {
  askForDeck,
  hasFile,
  moreOptions,
  untilCardSays,
  untilFormSays,
  untilPosted,
  untilThreadHas,
} from '../journeys/story.ts';
import { dump } from '../support/kept-data.ts';
import { wordsOf } from '../support/reading.ts';

/** What people wrote cannot be read in the rows of the database or in the queue. */

/** Words that occur nowhere else; each is searched for. */
const secrets = {
  prompt: 'marzipan turbine',
  title: 'Velvet Hippopotamus',
  tone: 'grumpy lighthouse keeper',
  audience: 'retired trapeze artists',
  image: 'watercolour of a sousaphone',
  thread: 'the quokka signs in Reykjavik',
  refused: 'a walrus without a licence',
  mentioned: 'deck about the porcelain submarine',
  focus: 'anything on the mahogany escalator',
  usual: 'solemn as a brass pelican',
};

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

async function delivered(): Promise<void> {
  const { prompt, title, tone, audience, image } = secrets;
  const root = await askForDeck(harness, prompt, { title, tone, audience, image_style: image });
  await untilThreadHas(harness, root, hasFile);
  await untilCardSays(harness, root, /Export as/);
}

async function madeOfAThread(): Promise<void> {
  const { ts } = await harness.ben.say('general', secrets.thread);
  await harness.ana.say('general', 'Agreed', { threadTs: ts });
  await harness.ana.shortcut('thread_to_slides', { channel: 'C0GENERAL', ts });
  await harness.ana.waitForView(({ view }) => view.blocks.some((block) => block.block_id === 'prompt'));
  await harness.ana.submit();
  await harness.ana.waitForMessage(
    (message) => message.thread_ts === ts && /Made by AI/.test(wordsOf(message)),
    { channel: 'general' },
  );
}

async function refusedByTheService(): Promise<void> {
  const end = harness.service.misbehave({
    kind: 'generation_fails',
    message: `No ink for ${secrets.refused}`,
  });
  await askForDeck(harness, secrets.refused);
  await untilPosted(harness.ana, /No ink for/, { channel: harness.ana.appDm() });
  end();
}

async function proposedAndNotMade(): Promise<void> {
  const dm = harness.ana.appDm();
  await harness.ana.say(dm, `make a ${secrets.mentioned}`);
  await harness.ana.waitForMessage((message) => /Make it/.test(wordsOf(message)), { channel: dm });
}

async function scheduled(): Promise<void> {
  await harness.ana.command('general', '/deck schedule');
  await harness.ana.waitForView(({ view }) => view.callback_id === 'digest_form');
  await moreOptions(harness.ana);
  await harness.ana.fill({ digest_words: secrets.focus });
  await harness.ana.submit();
  await untilFormSays(harness.ana, /gets a digest every/);
  while (harness.ana.view()) await harness.ana.close();
}

async function setAsDefault(): Promise<void> {
  await harness.ana.command('general', '/deck settings');
  await harness.ana.waitForView(({ view }) => view.callback_id === 'settings_form');
  await harness.ana.fill({ Tone: secrets.usual });
  expect(await harness.ana.submit()).toMatchObject({ ok: true });
  await harness.ana.waitForView(({ view }) => /Saved\./.test(wordsOf(view)));
  while (harness.ana.view()) await harness.ana.close();
}

test('the database reveals nothing of what was said, asked for and made', async () => {
  await delivered();
  await madeOfAThread();
  await refusedByTheService();
  await proposedAndNotMade();
  await scheduled();
  await setAsDefault();

  const found = await dump(harness.db);
  expect(found.length).toBeGreaterThan(10_000);
  // The same search finds what is not hidden.
  expect(found.includes('U0ANA')).toBe(true);
  const readable = Object.entries(secrets).filter(([, words]) => found.includes(words));
  expect(readable).toEqual([]);
});
