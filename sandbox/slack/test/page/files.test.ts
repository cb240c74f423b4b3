import { Resvg } from '@resvg/resvg-js';
import { expect } from 'vitest';
import { ANA, smallSeed } from '../support.ts';
import { it, pageHarness } from './harness.ts';

const startPage = pageHarness();

const picture = (page: number): Uint8Array =>
  new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="${page * 100}" height="180" fill="teal"/></svg>`,
  )
    .render()
    .asPng();

it('a deck shows its pages and is downloaded under its name', async () => {
  const harness = await startPage({ previewer: async () => [1, 2, 3].map(picture) });
  const file = await harness.ana.upload('Review.pptx', new TextEncoder().encode('a deck'), PPTX);
  await harness.slack.settle();
  const { ts } = await harness.ana.say('general', 'Here', { files: [file] });
  const page = await harness.open(ANA);
  const card = page.locator(`[data-ts="${ts}"]`).getByRole('region', { name: 'File Review.pptx' });
  await card.getByText('PowerPoint · 6 B · 3 pages').waitFor();
  await card.getByRole('button', { name: 'Next page' }).click();
  const image = card.getByRole('img', { name: 'Review.pptx, page 2 of 3' });
  const width = () => image.evaluate((img: { naturalWidth: number }) => img.naturalWidth);
  await expect.poll(width).toBe(320);
  await card.getByText('2 / 3').waitFor();

  const download = page.waitForEvent('download');
  await card.getByRole('link', { name: 'Download Review.pptx' }).click();
  expect((await download).suggestedFilename()).toBe('Review.pptx');
});

it.each([1440, 1024, 820])(
  'at %i pixels the message actions do not cover the download of a file',
  async (width) => {
    const harness = await startPage({ previewer: async () => [picture(1)] });
    const file = await harness.ana.upload('Review.pptx', new TextEncoder().encode('a deck'), PPTX);
    await harness.slack.settle();
    const { ts } = await harness.ana.say('general', 'Here', { files: [file] });
    const page = await harness.open(ANA, { viewport: { width, height: 800 } });
    const message = page.locator(`[data-ts="${ts}"]`);
    const actions = message.getByRole('toolbar', { name: 'Message actions' });
    await message.getByText('Here').hover();
    await actions.waitFor();
    await message.getByRole('link', { name: 'Download Review.pptx' }).hover();
    await actions.waitFor({ state: 'hidden' });
  },
);

const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

it('Ana attaches two files, removes one, and sends the other with her message', async () => {
  const harness = await startPage();
  const page = await harness.open(ANA);
  const file = (name: string) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from('# Notes') });
  await page.getByLabel('Files to attach').setInputFiles([file('notes.md'), file('wrong.md')]);
  await page.getByRole('button', { name: 'Remove wrong.md' }).click();
  await page.getByRole('button', { name: 'Remove notes.md' }).waitFor();
  await page.getByRole('textbox', { name: 'Message #general' }).fill('My notes');
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('region', { name: 'File notes.md' }).waitFor();
  expect(harness.slack.messages('general')).toMatchObject([
    { text: 'My notes', files: [{ name: 'notes.md' }] },
  ]);
  expect(await page.getByTestId('composer').getByText('notes.md').count()).toBe(0);
});

it('Ana attaches a sample file to a message', async () => {
  const filesDir = new URL('../../seed/northwind/files', import.meta.url).pathname;
  const harness = await startPage({ seed: { ...smallSeed, filesDir } });
  const page = await harness.open(ANA);
  await page.getByRole('button', { name: 'Attach files and run shortcuts' }).click();
  await page.getByRole('menuitem', { name: 'paid-media-plan.docx' }).click();
  await page.getByRole('button', { name: 'Remove paid-media-plan.docx' }).waitFor();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('region', { name: 'File paid-media-plan.docx' }).waitFor();
  const [file] = harness.slack.files('general');
  expect(file).toMatchObject({ name: 'paid-media-plan.docx', size: 2823, filetype: 'docx' });
});
