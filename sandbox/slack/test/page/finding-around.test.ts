import { expect } from 'vitest';
import { createSandboxClock } from '../../../clock.ts';
import { ANA } from '../support.ts';
import { it, pageHarness } from './harness.ts';

const startPage = pageHarness();

it('acting as another person shows what that person sees', async () => {
  const harness = await startPage();
  const page = await harness.open(ANA);
  await page.getByRole('button', { name: 'leadership' }).waitFor();
  await page.getByRole('button', { name: /^You are Ana Reyes/ }).click();
  await page.getByRole('menuitemradio', { name: 'Ben Okafor' }).click();
  await page.getByRole('button', { name: /^You are Ben Okafor/ }).waitFor();
  expect(await page.getByRole('button', { name: 'leadership' }).count()).toBe(0);
  await page.getByRole('textbox', { name: 'Message #general' }).fill('Ben here');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => harness.slack.messages('general'))
    .toMatchObject([{ text: 'Ben here', user: 'U00000BEN' }]);
  await page.reload();
  await page.getByRole('button', { name: /^You are Ben Okafor/ }).waitFor();
});

it('a channel shows what to try first until the app has posted there', async () => {
  const harness = await startPage();
  const page = await harness.open(ANA);
  const guide = page.getByText('What to try first');
  await guide.waitFor();
  await harness.client.chat.postMessage({ channel: 'C0GENERAL', text: 'Hello' });
  await guide.waitFor({ state: 'detached' });
});

it('another workspace has its own people and channels', async () => {
  const harness = await startPage();
  const page = await harness.open(ANA);
  await page.getByRole('button', { name: 'One', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Two' }).click();
  await page.getByRole('heading', { name: 'elsewhere', level: 1 }).waitFor();
  await page.getByRole('button', { name: /^You are Cleo Marsh/ }).waitFor();
  expect(await page.getByRole('button', { name: 'general' }).count()).toBe(0);
});

it('an address of a person who does not exist opens as the first person', async () => {
  const harness = await startPage();
  const page = await harness.open('U0NOBODY');
  await page.getByRole('button', { name: /^You are Ana Reyes/ }).waitFor();
});

it('the theme is that of the system until a person chooses one, and the choice is kept', async () => {
  const harness = await startPage();
  const page = await harness.open(ANA, { colorScheme: 'dark' });
  const theme = () => page.locator('html').getAttribute('data-theme');
  await page.getByRole('button', { name: 'Switch to light theme' }).waitFor();
  expect(await theme()).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(theme).toBe('light');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  const chosen = await theme();
  await page.emulateMedia({ colorScheme: chosen === 'dark' ? 'light' : 'dark' });
  await page.reload();
  await page.getByRole('button', { name: /Switch to/ }).waitFor();
  expect(await theme()).toBe(chosen);
});

it('a phone shows the list, the conversation or the thread, and Back returns from one to the other', async () => {
  const harness = await startPage();
  const { ts } = await harness.ben.say('general', 'Root');
  await harness.ben.say('general', 'Reply', { threadTs: ts });
  const page = await harness.open(ANA, {
    viewport: { width: 390, height: 780 },
    hasTouch: true,
    isMobile: true,
  });
  await page.getByRole('button', { name: /^general/ }).click();
  await page.getByRole('button', { name: /1 reply/ }).click();
  await page.getByTestId('thread-pane').getByText('Reply', { exact: true }).waitFor();
  expect(await page.getByTestId('message-list').isVisible()).toBe(false);
  await page.goBack();
  expect(await page.getByTestId('message-list').isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Back to conversations' }).click();
  expect(await page.getByRole('navigation', { name: 'Conversations' }).isVisible()).toBe(true);
  expect(await page.locator('html').evaluate((html: { scrollWidth: number }) => html.scrollWidth)).toBe(390);
});

it('the page requests nothing from other hosts', async () => {
  const harness = await startPage();
  const page = await harness.open(ANA);
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  await page.reload();
  await page.getByRole('textbox', { name: 'Message #general' }).waitFor();
  expect([...asked]).toEqual([harness.slack.url]);
});

it('"Let a week pass" stops when the app posts', async () => {
  const clock = createSandboxClock();
  const harness = await startPage({ clock });
  const page = await harness.open(ANA);
  const halfHour = 30 * 60_000;
  const due = Math.ceil((clock.now() + 2 * 24 * 60 * 60_000) / halfHour) * halfHour;
  const posting = clock
    .sleep(due - clock.now())
    .then(() => harness.client.chat.postMessage({ channel: 'C0GENERAL', text: 'Good morning' }));
  await page.getByRole('button', { name: 'Sandbox' }).click();
  await page.getByRole('menuitem', { name: 'Let a week pass' }).click();
  await page.getByText('Good morning').waitFor();
  await page.getByText(/^Time stopped/).waitFor();
  const { ts } = await posting;
  // On a busy machine the app posts a few steps late, and time stops with its post at the latest.
  const postedAt = Number(ts) * 1000;
  expect(postedAt).toBeGreaterThanOrEqual(due);
  expect(clock.now() - postedAt).toBeLessThan(halfHour);
});

it('"Let a day pass" moves the clock, so new messages have the next day’s date', async () => {
  const clock = createSandboxClock();
  const harness = await startPage({ clock });
  const page = await harness.open(ANA);
  await harness.ben.say('#general', 'Before');
  await page.getByRole('button', { name: 'Sandbox' }).click();
  await page.getByRole('menuitem', { name: 'Let a day pass' }).click();
  await page.getByRole('button', { name: 'Sandbox' }).waitFor({ timeout: 40_000 });
  expect(clock.now() - Date.now()).toBeGreaterThan(23.9 * 60 * 60_000);
  await harness.ben.say('#general', 'After');
  await page.getByText('After', { exact: true }).waitFor();
  const days = page.locator('.day-line');
  await expect.poll(() => days.count()).toBe(2);
  expect(await days.last().textContent()).toBe('Today');
});

it('the Sandbox menu has links to the other pages even if the clock cannot be moved', async () => {
  const links = [{ label: 'Documents', detail: 'What was made', url: 'https://example.com/docs' }];
  const { open } = await startPage({ links });
  const page = await open(ANA);
  await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'the docs' }));
  await page.getByRole('button', { name: 'Sandbox' }).click();
  const menu = page.getByRole('menu', { name: 'Sandbox' });
  expect(await menu.getByRole('menuitem').count()).toBe(1);
  const tab = page.context().waitForEvent('page');
  await menu.getByRole('menuitem', { name: 'Documents' }).click();
  expect((await tab).url()).toBe('https://example.com/docs');
});
