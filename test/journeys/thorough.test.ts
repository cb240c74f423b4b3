import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { createHarness, type Harness } from './harness.ts';
import {
  askForDeck,
  closeForms,
  hasFile,
  moreOptions,
  untilCardSays,
  untilFormSays,
  untilThreadHas,
  wordsOf,
} from './story.ts';

/** Ana has time, and wants it done well. */

const ROUTE = 'POST /agent/generations';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterEach(async () => {
  harness.service.behave();
  await closeForms(harness.ana);
});
afterAll(() => harness.close());

const creates = (words: string) =>
  harness.service.calls.filter(
    ({ method, path, body }) =>
      method === 'POST' && path.endsWith('/agent/generations') && JSON.stringify(body).includes(words),
  );

/** Opens the form, unfolds it, and chooses Thorough. */
async function chooseThorough(words: string): Promise<void> {
  await harness.ana.command('general', '/deck');
  await moreOptions(harness.ana);
  await harness.ana.fill({ prompt: words });
  await harness.ana.fill({ making: 'thorough' });
  await untilFormSays(harness.ana, /How thorough/);
}

const first = (words: string): Promise<Message> =>
  harness.ana.waitForMessage(
    (message) => Boolean(message.bot) && !message.thread_ts && wordsOf(message).includes(words),
    { channel: 'general', timeoutMs: 30_000 },
  );

test('Ana chooses Thorough: what has no meaning there is gone, her wishes go along, one request is made', async () => {
  await chooseThorough('Alpine plan');
  const form = JSON.stringify(harness.ana.view()?.view);
  expect(form).not.toMatch(/Image model|"Images"/);
  await harness.ana.fill({ quality: 'max', audience: 'the board', title: 'Alpine plan', cards: 4 });
  expect(await harness.ana.submit()).toMatchObject({ ok: true });
  const root = await first('Alpine plan');
  await untilThreadHas(harness, root, hasFile);
  const card = await untilCardSays(harness, root, /Change it…/);
  expect(wordsOf(card)).toContain('thorough');
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

test('a web page is made quickly or not at all, which the form says', async () => {
  await chooseThorough('Baltic page');
  await harness.ana.fill({ format: 'webpage' });
  expect(await harness.ana.submit()).toMatchObject({
    errors: { making: expect.stringMatching(/Web pages are only made quickly/) },
  });
  expect(creates('Baltic page')).toEqual([]);
});

test('where the workspace has as many under way as it may, the message tells the place in line', async () => {
  harness.service.misbehave({
    kind: 'status',
    status: 429,
    retryAfter: 6,
    route: ROUTE,
    containing: 'Caspian plan',
    body: { message: 'Too many', statusCode: 429, code: 'workspace_concurrency_limit_exceeded' },
  });
  await chooseThorough('Caspian plan');
  await harness.ana.submit();
  const root = await first('Caspian plan');
  await untilCardSays(harness, root, /yours is next/);
  await untilThreadHas(harness, root, hasFile);
  expect(creates('Caspian plan')).toHaveLength(2);
});

const failures: [string, number, string, RegExp][] = [
  [
    'a deployment without the route',
    404,
    'Cannot POST /agent/generations',
    /makes nothing thoroughly here[\s\S]*choose Quick/,
  ],
  ['a plan without it', 403, 'Not in your plan', /your plan may not include it[\s\S]*choose Quick/],
  ['no credits', 402, 'Insufficient credits remaining', /credits at Papermill are used up/],
];

test.each(failures)('%s is told in words, with the way to the form', async (name, status, message, words) => {
  harness.service.misbehave({ kind: 'status', status, message, route: ROUTE });
  await chooseThorough(`Plan: ${name}`);
  await harness.ana.submit();
  const card = await untilCardSays(harness, await first(`Plan: ${name}`), words);
  await harness.ana.press(card, 'generation_change');
  const form = await untilFormSays(harness.ana, /Thorough/);
  expect(form).toContain(`Plan: ${name}`);
});

test('a busy service is waited for', async () => {
  harness.service.misbehave({ kind: 'status', status: 503, message: 'Agents are busy', route: ROUTE });
  await chooseThorough('Dalmatian plan');
  await harness.ana.submit();
  await untilThreadHas(harness, await first('Dalmatian plan'), hasFile);
});

test('Quick stays what it was', async () => {
  const root = await askForDeck(harness, 'Ebro plan', { making: 'quick' });
  await untilThreadHas(harness, root, hasFile);
  expect(creates('Ebro plan')).toEqual([]);
});
