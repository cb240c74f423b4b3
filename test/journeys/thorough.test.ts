import { expect, test } from 'vitest';
import { wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import {
  askForDeck,
  hasFile,
  moreOptions,
  requestsTo,
  untilCardSays,
  untilFormSays,
  untilPosted,
  untilThreadHas,
} from './story.ts';

/** Ana has a document made thoroughly, which takes the service longer. */

const ROUTE = 'POST /agent/generations';

const harness = await forThisFile(createHarness());
const { ana, service } = harness;

const creates = (words: string) => requestsTo(harness, ROUTE, words);

/** Opens the form, shows more options, and chooses Thorough. */
async function chooseThorough(words: string): Promise<void> {
  await ana.command('general', '/deck');
  await moreOptions(ana);
  await ana.fill({ prompt: words });
  await ana.fill({ making: 'thorough' });
  await untilFormSays(ana, /How thorough/);
}

const first = (words: string) => untilPosted(ana, new RegExp(words), { thread: null });

test('the form hides what has no effect, and one request has all of her choices', async () => {
  await chooseThorough('Alpine plan');
  expect(wordsOf(ana.view()?.view)).not.toMatch(/Image model|^Images$/m);
  await ana.fill({ quality: 'max', audience: 'the board', title: 'Alpine plan', slides: 4 });
  await ana.fill({ language: 'de', tone: 'Calm', image_style: 'Flat' });
  expect(await ana.submit()).toMatchObject({ ok: true });
  const root = await first('Alpine plan');
  await untilThreadHas(harness, root, hasFile);
  expect(wordsOf(await untilCardSays(harness, root, /Change it…/))).toContain('thorough');
  const [call, ...others] = creates('Alpine plan');
  expect(others).toEqual([]);
  expect(call?.body).toMatchObject({
    prompt: 'Alpine plan',
    format: 'presentation',
    numCards: 4,
    quality: 'max',
    exportAs: 'pptx',
    additionalInstructions: expect.stringMatching(/for: the board[\s\S]*Title: Alpine plan/),
  });
});

test('the form says that a web page cannot be made thoroughly', async () => {
  await chooseThorough('Baltic page');
  await ana.fill({ format: 'webpage' });
  const errors = { making: expect.stringMatching(/Web pages are only made quickly/) };
  expect(await ana.submit()).toMatchObject({ errors });
  expect(creates('Baltic page')).toEqual([]);
});

test('if the workspace has too many in progress, the card says the place in line, and the document is made later', async () => {
  const code = 'workspace_concurrency_limit_exceeded';
  service.misbehave({
    ...{ kind: 'status', status: 429, retryAfter: 6, route: ROUTE, containing: 'Caspian plan' },
    body: { message: 'Too many', statusCode: 429, code },
  });
  await chooseThorough('Caspian plan');
  await ana.submit();
  const root = await first('Caspian plan');
  await untilCardSays(harness, root, /yours is next/);
  await untilThreadHas(harness, root, hasFile);
  expect(creates('Caspian plan')).toHaveLength(2);
});

test.each([
  [
    'the deployment lacks the route',
    404,
    'Cannot POST /agent/generations',
    /makes nothing thoroughly here[\s\S]*choose Quick/,
  ],
  [
    'the plan does not include it',
    403,
    'Not in your plan',
    /your plan may not include it[\s\S]*choose Quick/,
  ],
])(
  'if %s, a direct message says so, and its button opens the form again',
  async (name, status, message, words) => {
    service.misbehave({ kind: 'status', status, message, route: ROUTE });
    await chooseThorough(`Plan: ${name}`);
    await ana.submit();
    const why = new RegExp(`Plan: ${name}[\\s\\S]*${words.source}`);
    const card = await untilPosted(ana, why, { channel: ana.appDm() });
    await ana.press(card, 'generation_retry');
    expect(await untilFormSays(ana, /Thorough/)).toContain(`Plan: ${name}`);
  },
);

test('if the service is busy, the document is made later', async () => {
  service.misbehave({ kind: 'status', status: 503, message: 'Agents are busy', route: ROUTE });
  await chooseThorough('Dalmatian plan');
  await ana.submit();
  await untilThreadHas(harness, await first('Dalmatian plan'), hasFile);
});

test('Quick does not use the slower route', async () => {
  const root = await askForDeck(harness, 'Ebro plan', { making: 'quick' });
  await untilThreadHas(harness, root, hasFile);
  expect(creates('Ebro plan')).toEqual([]);
});
