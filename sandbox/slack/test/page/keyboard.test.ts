import type { ModalView } from '@slack/types';
import { expect } from 'vitest';
import { ANA } from '../support.ts';
import { it, pageHarness } from './harness.ts';

const startPage = pageHarness();

it('the composer has the focus at first, and Tab stops only at the newest message', async () => {
  const harness = await startPage();
  for (let n = 1; n <= 40; n++) await harness.ben.say('general', `Message ${n}\nof several lines\nto scroll`);
  const page = await harness.open(ANA);
  await page.getByText('Message 40').waitFor();
  const composer = page.getByRole('textbox', { name: 'Message #general' });
  await expect.poll(() => composer.evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true);

  const stops = page.locator('[data-row][tabindex="0"]');
  expect(await stops.count()).toBe(1);
  expect(await stops.textContent()).toContain('Message 40');
});

it('a message has the focus after its clicked button disappeared', async () => {
  const { client, probe, open } = await startPage();
  const channel = 'C0GENERAL';
  const yes = {
    type: 'button' as const,
    action_id: 'yes',
    text: { type: 'plain_text' as const, text: 'Yes' },
  };
  const { ts = '' } = await client.chat.postMessage({
    channel,
    text: 'Make it?',
    blocks: [{ type: 'actions', elements: [yes] }],
  });
  const page = await open(ANA);
  const composer = page.getByRole('textbox', { name: 'Message #general' });
  await expect.poll(() => composer.evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Yes', exact: true }).press('Enter');
  await expect.poll(() => probe.of('block_actions').length).toBe(1);
  await client.chat.update({ channel, ts, text: 'Taken', blocks: [] });
  await page.getByText('Taken').waitFor();
  const at = () => page.locator('[data-row]:focus').getAttribute('data-ts');
  await expect.poll(at).toBe(ts);
});

it('a form opened from a message’s menu returns the focus to that message', async () => {
  const harness = await startPage();
  const view: ModalView = {
    type: 'modal',
    title: { type: 'plain_text', text: 'Slides' },
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'One moment' } }],
  };
  harness.probe.answers(async ({ body }) => {
    if (body.type === 'message_action') void harness.client.views.open({ trigger_id: body.trigger_id, view });
    return {};
  });
  const { ts } = await harness.ben.say('general', 'Root');
  const page = await harness.open(ANA);
  const row = page.locator(`[data-row][data-ts="${ts}"]`);
  await row.focus();
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Probe this thread' }).press('Enter');
  await page.getByRole('dialog', { name: 'Slides' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('[data-row]:focus').getAttribute('data-ts')).toBe(ts);
});

it("one's own new message is scrolled into view", async () => {
  const harness = await startPage();
  for (let n = 1; n <= 40; n++) await harness.ben.say('general', `Message ${n}\nof several lines\nto scroll`);
  const page = await harness.open(ANA);
  await page.getByText('Message 40').waitFor();
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, -20_000);
  await expect.poll(() => page.locator('.message-scroll').evaluate((box) => box.scrollTop)).toBe(0);
  await harness.ben.say('general', 'Said far below');
  await page.getByText('Said far below').waitFor({ state: 'attached' });
  const isSeen = (text: string) =>
    page
      .locator('[data-row]', { hasText: text })
      .evaluate((row) => row.getBoundingClientRect().bottom <= 800);
  expect(await isSeen('Said far below')).toBe(false);
  await page.getByRole('textbox', { name: 'Message #general' }).fill('Mine');
  await page.keyboard.press('Enter');
  await expect.poll(() => isSeen('Mine')).toBe(true);
});

it.each([1024, 820])(
  'at %i pixels a thread replaces its conversation, and nothing overflows',
  async (width) => {
    const harness = await startPage();
    const { ts } = await harness.ben.say('general', 'Root');
    await harness.ben.say('general', 'Reply', { threadTs: ts });
    const page = await harness.open(ANA, { viewport: { width, height: 700 } });
    await page.getByRole('button', { name: '1 reply' }).click();
    await page.getByRole('heading', { name: 'Thread' }).waitFor();
    const column = await page.locator('.thread-pane').boundingBox();
    expect(column?.width).toBeGreaterThan(width / 2);
    const profile = await page.getByRole('button', { name: /^You are Ana Reyes/ }).boundingBox();
    expect((profile?.x ?? 0) + (profile?.width ?? 0)).toBeLessThanOrEqual(width);
    expect(await page.locator('html').evaluate((html) => html.scrollTop)).toBe(0);
  },
);
