import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { systemClock } from '../../../clock.ts';
import { ANA, BEN, startSlack } from '../support.ts';
import { it, pageHarness } from './harness.ts';

const startPage = pageHarness();

it('Ben sees a badge for a mention in another channel, and there a line above the new messages', async () => {
  const harness = await startPage();
  const [ana, ben] = await Promise.all([harness.open(ANA), harness.open(BEN)]);
  await ben.getByRole('button', { name: 'random' }).click();
  await ben.getByRole('heading', { name: 'random', level: 1 }).waitFor();

  const composer = ana.getByRole('textbox', { name: 'Message #general' });
  await composer.pressSequentially('Morning @be');
  await ana.getByRole('option', { name: 'Ben Okafor' }).waitFor();
  await composer.press('Enter');
  await composer.pressSequentially('*look* <here> & there :tada:');
  await composer.press('Shift+Enter');
  await composer.pressSequentially('second line');
  await composer.press('Enter');

  await ben.getByRole('button', { name: /general.*unread.*1/ }).click();
  const message = ben.getByTestId('message-list').locator('[data-ts]').last();
  await message.getByText('@Ben Okafor').waitFor();
  expect(await message.locator('b', { hasText: 'look' }).count()).toBe(1);
  expect(await message.innerText()).toContain('<here> & there 🎉\nsecond line');
  await ben.getByText('New', { exact: true }).waitFor();
  expect(harness.slack.messages('general')[0]?.text).toBe(
    `Morning <@${BEN}> *look* &lt;here&gt; &amp; there :tada:\nsecond line`,
  );
  await ben.getByRole('button', { name: 'general', exact: true }).waitFor();
  expect(await composer.inputValue()).toBe('');
});

it('a draft is kept while another conversation is open', async () => {
  const harness = await startPage();
  const page = await harness.open(ANA);
  await page.getByRole('textbox', { name: 'Message #general' }).fill('half a th');
  await page.getByRole('button', { name: 'random' }).click();
  expect(await page.getByRole('textbox', { name: 'Message #random' }).inputValue()).toBe('');
  await page.getByRole('button', { name: 'general', exact: true }).click();
  expect(await page.getByRole('textbox', { name: 'Message #general' }).inputValue()).toBe('half a th');
});

it('a command is completed with its hint and reaches the app', async () => {
  const harness = await startPage();
  const page = await harness.open(ANA);
  const composer = page.getByRole('textbox', { name: 'Message #general' });
  await composer.pressSequentially('/pr');
  const option = page.getByRole('option', { name: '/probe' });
  expect(await option.innerText()).toContain('[words]');
  expect(await option.innerText()).toContain('Ask the probe');
  await composer.press('Tab');
  expect(await composer.inputValue()).toBe('/probe ');
  await composer.pressSequentially('a deck & more');
  await composer.press('Enter');
  await expect
    .poll(() => harness.probe.of('command'))
    .toMatchObject([{ text: 'a deck & more', user_id: ANA }]);
  await expect.poll(() => composer.inputValue()).toBe('');
});

it('Slack itself answers an unknown command, a command in a thread and a command that failed', async () => {
  const harness = await startPage();
  const { ts } = await harness.ben.say('general', 'Root');
  const page = await harness.open(ANA);
  const channel = page.getByTestId('message-list');
  const composer = page.getByRole('textbox', { name: 'Message #general' });
  await composer.fill('/nonsense');
  await composer.press('Enter');
  await channel.getByText('is not a valid command').waitFor();
  expect(await composer.inputValue()).toBe('/nonsense');

  harness.probe.answers(() => ({ status: 500 }));
  await composer.fill('/probe');
  await composer.press('Enter');
  await channel.getByText('/probe failed with the error').waitFor();
  expect(await channel.getByText('/probe failed').count()).toBe(1);

  await page.goto(`${harness.slack.url}/?user=${ANA}#C0GENERAL/${ts}`);
  const thread = page.getByTestId('thread-pane');
  await thread.getByRole('textbox', { name: 'Reply…' }).fill('/probe here');
  await thread.getByRole('textbox', { name: 'Reply…' }).press('Enter');
  await thread.getByText('is not supported in threads').waitFor();
  expect(harness.probe.of('command')).toHaveLength(1);
});

it('Ana replies in a thread, where the app then answers', async () => {
  const harness = await startPage();
  const { ts } = await harness.ben.say('general', 'Who takes the deck?');
  const page = await harness.open(ANA);
  await page.getByTestId('message-list').getByText('Who takes the deck?').hover();
  await page.getByRole('button', { name: 'Reply in thread' }).click();
  const thread = page.getByTestId('thread-pane');
  await thread.getByRole('textbox', { name: 'Reply…' }).fill('@Probe make a one-pager');
  await thread.getByRole('textbox', { name: 'Reply…' }).press('Enter');
  await thread.getByText('1 reply').waitFor();
  await expect.poll(() => harness.probe.of('app_mention')).toHaveLength(1);

  await harness.client.chat.postMessage({ channel: 'C0GENERAL', thread_ts: ts, text: 'Here it is' });
  await thread.getByText('Here it is').waitFor();
  await thread.getByText('2 replies').waitFor();
  await page
    .getByTestId('message-list')
    .getByRole('button', { name: /2 replies/ })
    .waitFor();
  await thread.getByRole('button', { name: 'Close thread' }).click();
  await thread.waitFor({ state: 'detached' });
});

it('the ⋮ menu of a message has the message shortcut and works by keyboard', async () => {
  const harness = await startPage();
  const { ts } = await harness.ben.say('general', 'A thread worth slides');
  const page = await harness.open(ANA);
  await page.locator(`[data-ts="${ts}"]`).focus();
  await page.getByRole('button', { name: 'More actions' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await page.getByRole('menuitem', { name: 'Probe this thread' }).focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => harness.probe.of('message_action'))
    .toMatchObject([{ callback_id: 'probe_thread', message: { ts }, user: { id: ANA } }]);
});

it('a global shortcut is run from the + menu', async () => {
  const harness = await startPage();
  const page = await harness.open(ANA);
  await page.getByRole('button', { name: 'Attach files and run shortcuts' }).click();
  await page.getByRole('menuitem', { name: 'Probe anything' }).click();
  await expect.poll(() => harness.probe.of('shortcut')).toMatchObject([{ callback_id: 'probe_anything' }]);
});

it('Ana reacts to her message and deletes it', async () => {
  const harness = await startPage();
  const { ts } = await harness.ana.say('general', 'Hello');
  const page = await harness.open(ANA);
  const message = page.locator(`[data-ts="${ts}"]`);
  await message.hover();
  await message.getByRole('button', { name: 'React with eyes' }).click();
  await message.getByRole('button', { name: 'eyes: 1' }).click();
  await message.getByRole('button', { name: 'eyes: 1' }).waitFor({ state: 'detached' });

  await message.hover();
  await message.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete message…' }).click();
  await page.getByTestId('confirm').getByRole('button', { name: 'Delete' }).click();
  await message.waitFor({ state: 'detached' });
  expect(harness.slack.messages('general')).toEqual([]);
});

it('after a lost connection the page shows the messages it missed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'page-cut-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const harness = await startPage({ dataDir });
  await harness.ben.say('general', 'Before the cut');
  const page = await harness.open(ANA);
  await page.getByText('Before the cut').waitFor();
  const port = Number(new URL(harness.slack.url).port);
  await harness.slack.stop();
  await page.getByText('Reconnecting…').waitFor();

  const again = await startSlack({ dataDir, port, clock: systemClock });
  await again.ben.say('general', 'You missed this');
  await page.getByText('You missed this').waitFor();
  await page.getByText('Reconnecting…').waitFor({ state: 'detached' });
  await again.ben.say('general', 'And this came by itself');
  await page.getByText('And this came by itself').waitFor();
});
