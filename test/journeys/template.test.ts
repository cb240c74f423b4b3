import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from './harness.ts';
import { hasFile, moreOptions, untilFormSays, untilThreadHas, wordsOf } from './story.ts';

/** Ana has a document made after a template of her workspace, and put into a folder there. */

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const calls = (method: string, end: string) =>
  harness.service.calls.filter((call) => call.method === method && call.path.includes(end));

test('the menus offer what is there, and the service gets the ids', async () => {
  const { ana } = harness;
  await ana.command('general', '/deck');
  await ana.waitForView();
  await moreOptions(ana);
  await ana.fill({ start_from: 'From a template' });
  await untilFormSays(ana, /"block_id":"template"/);
  const [template] = await ana.options('template', '');
  const [folder] = await ana.options('folder', '');
  await ana.fill({
    template: template?.text.text ?? '',
    folder: folder?.text.text ?? '',
    prompt: 'The same for the harbour',
  });
  expect(await ana.submit()).toMatchObject({ ok: true });
  const root = await ana.waitForMessage(
    (message) => Boolean(message.bot) && !message.thread_ts && !message.ephemeralFor,
    { channel: 'general' },
  );
  const file = await untilThreadHas(harness, root, hasFile);
  expect(wordsOf(file)).toContain('PowerPoint');
  const [sent] = calls('POST', '/generations/from-template');
  expect(sent?.body).toMatchObject({
    gammaId: template?.value,
    folderId: folder?.value,
    prompt: 'The same for the harbour',
  });
  expect(calls('GET', '/templates/search').length).toBeGreaterThan(0);
  expect(calls('GET', '/folders').length).toBeGreaterThan(0);
});
