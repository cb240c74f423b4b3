import { expect, test } from 'vitest';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { hasFile, moreOptions, requestsTo, untilFormHas, untilPosted, untilThreadHas } from './story.ts';

const harness = await forThisFile(createHarness());
const { ana } = harness;

test('Ana picks a template and a folder of her workspace in the menus, and the service gets their ids', async () => {
  await ana.command('general', '/deck');
  await moreOptions(ana);
  await ana.fill({ start_from: 'From a template' });
  await untilFormHas(ana, 'template');
  const [template] = await ana.options('template', 'quart');
  const [folder] = await ana.options('folder', 'all-hands');
  const [theme] = await ana.options('theme', '');
  // coverage-table.ts says what the service gets of these.
  await ana.fill({
    template: template?.text.text ?? '',
    folder: folder?.text.text ?? '',
    theme: theme?.text.text ?? '',
    prompt: 'The same for the harbour',
    ...{ slides: 3, title: 'The harbour', language: 'de', tone: 'Warm', audience: 'The crew' },
    ...{ image_model: 'flux-2-pro', image_style: 'Flat, two colours', workspace_access: 'view' },
  });
  expect(await ana.submit()).toMatchObject({ ok: true });
  const root = await untilPosted(ana, /\w/, { thread: null });
  expect((await untilThreadHas(harness, root, hasFile)).text).toContain('PowerPoint');
  const [sent] = requestsTo(harness, 'POST /generations/from-template');
  expect(sent?.body).toMatchObject({
    gammaId: template?.value,
    folderId: folder?.value,
    prompt: expect.stringContaining('The same for the harbour'),
  });
  for (const route of ['GET /templates/search', 'GET /folders'])
    expect(requestsTo(harness, route)).not.toEqual([]);
});
