import type { KnownBlock } from '@slack/types';
import { expect, it } from 'vitest';
import { ANA, BEN } from '../support.ts';
import { pageHarness } from './harness.ts';
import { cards, plan, tables, task } from './newer-gallery.ts';

const startPage = pageHarness();

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

/** What the browser knows of an element; the tests themselves have none of its types. */
const turnsOf = (element: unknown): string =>
  (
    globalThis as unknown as { getComputedStyle(of: unknown): { animationIterationCount: string } }
  ).getComputedStyle(element).animationIterationCount;
const widthOf = (img: unknown): number => (img as { naturalWidth: number }).naturalWidth;

async function started() {
  const harness = await startPage({ pace: { rates: 'off', processing: 0 } });
  const channel = 'C0GENERAL';
  const post = async (...blocks: KnownBlock[]) => {
    const { ts = '' } = await harness.client.chat.postMessage({ channel, text: 'Ready', blocks });
    return ts;
  };
  const edit = (ts: string, ...blocks: KnownBlock[]) =>
    harness.client.chat.update({ channel, ts, text: 'Ready', blocks });
  const picture = async () => {
    const about = { filename: 'slide.png', length: PNG.length };
    const { upload_url = '', file_id = '' } = await harness.client.files.getUploadURLExternal(about);
    await fetch(upload_url, { method: 'POST', body: PNG });
    await harness.client.files.completeUploadExternal({ files: [{ id: file_id }] });
    return file_id;
  };
  const pressed = () => harness.probe.of('block_actions').map((body) => body.actions[0]);
  return { ...harness, post, edit, picture, pressed };
}

it('a plan begins closed, opens to its tasks, and a task to what it has to say', async () => {
  const { open, post } = await started();
  const ts = await post(plan('Making your deck', false));
  const page = await open(ANA);
  const message = page.locator(`[data-ts="${ts}"]`);
  const head = message.getByRole('button', { name: 'Making your deck' });
  await message.getByRole('img', { name: 'In progress' }).waitFor();
  expect(await message.getByRole('listitem').count()).toBe(0);
  await head.click();
  expect(await message.locator('.plan-tasks > li').allInnerTexts()).toEqual([
    'Read 48 messages of the thread',
    'Making ten slides',
    'Post it here',
  ]);
  await message.getByRole('button', { name: 'Making ten slides' }).click();
  await message.getByText('Ten slides, two of them with charts.').waitFor();
  expect(await message.getByRole('link', { name: 'The thread' }).getAttribute('href')).toBe(
    'https://example.com/thread',
  );
  await head.click();
  expect(await message.getByText('Post it here').isVisible()).toBe(false);
});

it('over an update a plan stays open where its block keeps its id, and closes where it does not', async () => {
  const { open, post, edit } = await started();
  const ts = await post(plan('Making your deck', false));
  const page = await open(ANA);
  await page.getByRole('button', { name: 'Making your deck' }).click();
  await edit(ts, plan('Made in 3 min', true));
  await page.getByRole('button', { name: 'Made in 3 min', expanded: true }).waitFor();
  await page.getByText('Made ten slides').waitFor();
  await edit(ts, plan('Made in 4 min', true, 'another'));
  await page.getByRole('button', { name: 'Made in 4 min', expanded: false }).waitFor();
});

it('the sign of what is under way comes to rest, so that an open page costs nothing', async () => {
  const { open, post } = await started();
  await post(plan('Making your deck', false));
  const page = await open(ANA);
  const sign = page.locator('.task-status-in_progress').first();
  await sign.waitFor();
  const turns = await sign.evaluate(turnsOf);
  expect(Number(turns)).toBeLessThan(60);
});

it('a task by itself says how it stands', async () => {
  const { open, post } = await started();
  await post(task);
  const page = await open(ANA);
  await page.getByRole('img', { name: 'Failed' }).waitFor();
  await page.getByRole('button', { name: 'Exporting the deck to PDF' }).click();
  await page.getByText('The service did not answer.').waitFor();
});

it('cards show their pictures out of the workspace’s files, and a press shows one large', async () => {
  const { open, post, picture, pressed } = await started();
  await post(...cards(await picture()));
  const page = await open(ANA);
  const card = page.getByRole('article', { name: 'Autumn launch: what we learned' });
  await card.getByRole('button', { name: 'Change it…' }).click();
  await expect.poll(pressed).toMatchObject([{ action_id: 'change', value: 'change' }]);
  const shown = card.getByRole('button', { name: 'Enlarge picture: First slide' });
  await expect.poll(() => shown.locator('img').evaluate(widthOf)).toBe(1);
  await shown.click();
  await page.getByTestId('lightbox').getByRole('button', { name: 'Close' }).click();
});

it('a carousel goes on and back, and a card’s button is told with its own block', async () => {
  const { open, post, picture, pressed } = await started();
  await post(...cards(await picture()));
  const page = await open(ANA);
  const carousel = page.getByRole('region', { name: 'Cards' });
  await carousel.getByRole('button', { name: 'Next cards' }).click();
  await carousel.getByRole('button', { name: 'Previous cards' }).click();
  await carousel.getByRole('button', { name: 'Previous cards' }).waitFor({ state: 'detached' });
  await carousel.getByRole('article', { name: 'Budget' }).getByRole('button', { name: 'Open' }).click();
  await expect.poll(pressed).toMatchObject([{ block_id: 'result-3', action_id: 'open-3' }]);
});

it('the thumb that was pressed last stays filled, unless the app did not take it', async () => {
  const { open, post, picture, pressed, probe } = await started();
  await post(...cards(await picture()));
  const page = await open(ANA);
  const thumb = (name: string) => page.getByRole('button', { name });
  await thumb('Good deck').click();
  await expect.poll(() => thumb('Good deck').getAttribute('aria-pressed')).toBe('true');
  await thumb('Poor deck').click();
  await expect.poll(() => thumb('Good deck').getAttribute('aria-pressed')).toBe('false');
  await expect.poll(pressed).toMatchObject([{ value: 'good' }, { value: 'bad' }]);
  probe.answers(() => ({ status: 500 }));
  await thumb('Good deck').click();
  await page.getByText('that didn’t work').waitFor();
  await expect.poll(() => thumb('Poor deck').getAttribute('aria-pressed')).toBe('true');
});

it('an icon that is meant for Ana is not there for Ben', async () => {
  const { open, post, picture } = await started();
  await post(...cards(await picture()));
  const ana = await open(ANA);
  await ana.getByRole('button', { name: 'Remove' }).waitFor();
  const ben = await open(BEN);
  await ben.getByRole('button', { name: 'Good deck' }).waitFor();
  expect(await ben.getByRole('button', { name: 'Remove' }).count()).toBe(0);
});

it('tables are read cell by cell, a long one a page at a time', async () => {
  const { open, post } = await started();
  await post(...tables);
  const page = await open(ANA);
  await page.getByRole('cell', { name: 'What we learned in the first week' }).waitFor();
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    'Slide',
    'Viewers',
    'Time',
    'Reader',
    'Times',
  ]);
  const readers = page.getByRole('table', { name: 'Who read it' });
  expect(await readers.getByRole('rowheader').allInnerTexts()).toEqual(['Ana', 'Ben']);
  await page.getByRole('button', { name: 'Next rows' }).click();
  expect(await readers.getByRole('rowheader').allInnerTexts()).toEqual(['Chloe']);
  await page.getByText('3–3 of 3').waitFor();
});
