import { expect, it } from 'vitest';
import { ANA, BEN } from '../support.ts';
import { everyBlock } from './gallery.ts';
import { pageHarness } from './harness.ts';

const startPage = pageHarness();

async function withCard() {
  const harness = await startPage();
  const { ts } = await harness.client.chat.postMessage({
    channel: 'C0GENERAL',
    text: 'Ready',
    blocks: everyBlock,
  });
  const page = await harness.open(ANA);
  const card = page.locator(`[data-ts="${ts}"]`);
  await card.waitFor();
  return {
    harness,
    page,
    card,
    pressed: () => harness.probe.of('block_actions').map((body) => body.actions[0]),
  };
}

it('a message of blocks is drawn with all of them', async () => {
  const { card } = await withCard();
  const words = await card.innerText();
  for (const part of [
    'Quarterly review is ready 🎉',
    '@Ben Okafor',
    'Churn at 2.1%',
    'Hiring plan',
    '42 used, 958 left',
  ])
    expect(words).toContain(part);
  expect(await card.locator('table td').allInnerTexts()).toEqual(['Q3', '$4.2M']);
  expect(await card.locator('ol li').allInnerTexts()).toEqual(['First', 'Second']);
  expect(words).not.toMatch(/cannot be shown|:tada:|<@|<!date/);
});

it('a button waits till the app has answered, and is not sent twice meanwhile', async () => {
  const { harness, card, pressed } = await withCard();
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  harness.probe.answers(async () => {
    await answered;
    return {};
  });
  const button = card.getByRole('button', { name: 'Export' });
  await button.click();
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
  await button.click();
  answer();
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('false');
  expect(pressed()).toMatchObject([{ action_id: 'export', value: 'pptx' }]);
});

it('a button that asks first is sent only after a yes', async () => {
  const { page, card, pressed } = await withCard();
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this deck?' }).getByRole('button', { name: 'Keep' }).click();
  await page.getByTestId('confirm').waitFor({ state: 'detached' });
  expect(pressed()).toEqual([]);
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByTestId('confirm').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(pressed).toMatchObject([{ action_id: 'delete' }]);
});

it('a button with an address opens a tab of its own and tells the app', async () => {
  const { page, card, pressed } = await withCard();
  await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'the doc' }));
  const tab = page.context().waitForEvent('page');
  await card.getByRole('link', { name: 'Open' }).click();
  expect((await tab).url()).toBe('https://example.com/doc');
  await expect.poll(pressed).toMatchObject([{ action_id: 'open' }]);
});

it('menus in a message send what was chosen', async () => {
  const { page, card, pressed } = await withCard();
  await card.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect.poll(pressed).toMatchObject([{ selected_option: { value: 'archive' } }]);
  await card.getByRole('combobox', { name: 'Pick a theme' }).click();
  await page.getByRole('option', { name: 'Linen' }).click();
  await expect.poll(pressed).toMatchObject([{}, { action_id: 'pick', selected_option: { value: 'linen' } }]);
});

it('a press that the app does not take is told, once', async () => {
  const { harness, page, card } = await withCard();
  harness.probe.answers(() => ({ status: 500 }));
  await card.getByRole('button', { name: 'Export' }).click();
  await page.getByText('that didn’t work').waitFor();
  expect(await page.getByText('that didn’t work').count()).toBe(1);
});

it('what only Ben is told, Ana does not see', async () => {
  const { harness, page } = await withCard();
  await harness.client.chat.postEphemeral({ channel: 'C0GENERAL', user: BEN, text: 'Psst' });
  const ben = await harness.open(BEN);
  const told = ben.locator('[data-ts]', { hasText: 'Psst' });
  await told.getByText('Only visible to you').waitFor();
  expect(await page.getByText('Psst').count()).toBe(0);
});

it("the app's Home is shown as published, pressed, and empty where there is none", async () => {
  const harness = await startPage();
  const page = await harness.open(ANA);
  await page.getByRole('button', { name: 'Probe' }).click();
  await page.getByText('has not published its Home for you').waitFor();
  await expect
    .poll(() => harness.probe.of('app_home_opened'))
    .toMatchObject([{ event: { tab: 'home', user: ANA } }]);

  const button = {
    type: 'button' as const,
    action_id: 'connect',
    text: { type: 'plain_text' as const, text: 'Connect' },
  };
  await harness.client.views.publish({
    user_id: ANA,
    view: { type: 'home', blocks: [{ type: 'actions', elements: [button] }] },
  });
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect
    .poll(() => harness.probe.of('block_actions'))
    .toMatchObject([{ actions: [{ action_id: 'connect' }], view: { type: 'home' } }]);
  await page.getByRole('tab', { name: 'About' }).click();
  await page.getByText('An app for testing the stand-in').waitFor();
  await page.getByRole('tab', { name: 'Messages' }).click();
  await page.getByRole('textbox', { name: 'Message Probe' }).waitFor();
});
