import { expect } from 'vitest';
import { ANA, BEN } from '../support.ts';
import { everyBlock, feedback, plan } from './gallery.ts';
import { it, pageHarness } from './harness.ts';

const startPage = pageHarness();

async function withCard(blocks = everyBlock) {
  const harness = await startPage();
  const { ts } = await harness.client.chat.postMessage({
    channel: 'C0GENERAL',
    text: 'Ready',
    blocks,
  });
  const page = await harness.open(ANA);
  const card = page.locator(`[data-ts="${ts}"]`);
  await card.waitFor();
  return {
    harness,
    page,
    card,
    ts,
    pressed: () => harness.probe.of('block_actions').map((body) => body.actions[0]),
  };
}

it('every block of a message is drawn', async () => {
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
  expect(words).not.toMatch(/cannot be shown|:tada:|<@|<!date/);
});

it('a double click on a button is sent once while the app has not answered', async () => {
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

it('a button with a confirmation is sent only after it is confirmed', async () => {
  const { page, card, pressed } = await withCard();
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this deck?' }).getByRole('button', { name: 'Keep' }).click();
  await page.getByTestId('confirm').waitFor({ state: 'detached' });
  expect(pressed()).toEqual([]);
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByTestId('confirm').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(pressed).toMatchObject([{ action_id: 'delete' }]);
});

it('a button with an address opens a new tab and reaches the app', async () => {
  const { page, card, pressed } = await withCard();
  await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'the doc' }));
  const tab = page.context().waitForEvent('page');
  await card.getByRole('link', { name: 'Open' }).click();
  expect((await tab).url()).toBe('https://example.com/doc');
  await expect.poll(pressed).toMatchObject([{ action_id: 'open' }]);
});

it('menus in a message send the chosen option', async () => {
  const { page, card, pressed } = await withCard();
  await card.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect.poll(pressed).toMatchObject([{ selected_option: { value: 'archive' } }]);
  await card.getByRole('combobox', { name: 'Pick a theme' }).selectOption('Linen');
  await expect.poll(pressed).toMatchObject([{}, { action_id: 'pick', selected_option: { value: 'linen' } }]);
});

it('an error of the app after a click is reported once', async () => {
  const { harness, page, card } = await withCard();
  harness.probe.answers(() => ({ status: 500 }));
  await card.getByRole('button', { name: 'Export' }).click();
  await page.getByText('that didn’t work').waitFor();
  expect(await page.getByText('that didn’t work').count()).toBe(1);
});

it('an ephemeral message for Ben is not shown to Ana', async () => {
  const { harness, page } = await withCard();
  await harness.client.chat.postEphemeral({ channel: 'C0GENERAL', user: BEN, text: 'Psst' });
  const ben = await harness.open(BEN);
  const told = ben.locator('[data-ts]', { hasText: 'Psst' });
  await told.getByText('Only visible to you').waitFor();
  expect(await page.getByText('Psst').count()).toBe(0);
});

it("the app's Home is empty until the app publishes it, and its buttons reach the app", async () => {
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
  await page.getByRole('tab', { name: 'Messages' }).click();
  await page.getByRole('textbox', { name: 'Message Probe' }).waitFor();
});

it('a plan is closed at first, and stays open after an update only if its block has the same id', async () => {
  const { harness, page, card, ts = '' } = await withCard([plan('Making your deck', false)]);
  const update = (block: typeof feedback) =>
    harness.client.chat.update({ channel: 'C0GENERAL', ts, text: 'Ready', blocks: [block] });
  await card.getByRole('img', { name: 'In progress' }).first().waitFor();
  expect(await card.getByRole('listitem').count()).toBe(0);
  await card.getByRole('button', { name: 'Making your deck' }).press('Enter');
  expect(await card.getByRole('listitem').allInnerTexts()).toEqual([
    'Read 48 messages of the thread',
    'Making ten slides',
    'Post it here',
  ]);
  await update(plan('Made in 3 min', true));
  await page.getByText('Made ten slides').waitFor();
  await update(plan('Made in 4 min', true, 'another'));
  await card.getByRole('button', { name: 'Made in 4 min' }).waitFor();
  expect(await card.getByRole('listitem').count()).toBe(0);
});

it('the animation of a running task ends, so that an open page costs no processor time', async () => {
  const { card } = await withCard([plan('Making your deck', false)]);
  const turns = await card
    .locator('.task-status-in_progress')
    .first()
    .evaluate((icon) => icon.ownerDocument.defaultView?.getComputedStyle(icon).animationIterationCount);
  expect(Number(turns)).toBeLessThan(60);
});

it('the feedback button that was clicked last is filled, unless the app answered with an error', async () => {
  const { harness, page, card, pressed } = await withCard([feedback]);
  const thumb = (name: string) => card.getByRole('button', { name });
  const isFilled = (name: string) => expect.poll(() => thumb(name).getAttribute('aria-pressed'));
  await thumb('Good deck').click();
  await isFilled('Good deck').toBe('true');
  // It is filled at once. A click before the app has acknowledged it does nothing.
  await expect.poll(() => thumb('Good deck').getAttribute('aria-busy')).toBe('false');
  await thumb('Poor deck').click();
  await isFilled('Good deck').toBe('false');
  await expect.poll(() => thumb('Poor deck').getAttribute('aria-busy')).toBe('false');
  await expect.poll(pressed).toMatchObject([{ value: 'good' }, { value: 'bad' }]);
  harness.probe.answers(() => ({ status: 500 }));
  await thumb('Good deck').click();
  await page.getByText('that didn’t work').waitFor();
  await isFilled('Poor deck').toBe('true');
});
