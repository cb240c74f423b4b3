import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { codeOn, enterCode } from '../connect.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { it, pageDir } from '../slack/test/page/harness.ts';
import { launchBrowser } from './browser.ts';

let dataDir: string;
let sandbox: Sandbox;
let browser: Browser;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'deckhand-browser-'));
  sandbox = await startSandbox({ dataDir, port: 0, pageDir, generationMs: [500, 800] });
  browser = await launchBrowser();
  page = await browser.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(sandbox.url);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await sandbox?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function type(line: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message #general' }).click();
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
}

/** Connects the team: the button in Slack, the sign-in at the service, Allow, and the code in Slack. */
async function connect(): Promise<void> {
  await type('/deck connect');
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: /Connect to/ }).click();
  const service = await opening;
  await service
    .getByRole('link', { name: /Continue/ })
    .or(service.getByRole('button', { name: /Continue/ }))
    .click();
  await service.getByRole('button', { name: /Vera Stolz/ }).click();
  await service.getByRole('button', { name: 'Allow' }).click();
  await service.getByText(/One step is left/).waitFor();
  const code = codeOn({ status: 200, text: await service.content() }) ?? '';
  await service.close();
  await enterCode(sandbox.slack, 'ana', code);
}

it('Ana connects her team, types /deck, searches for a theme, and sees the file in the thread', async () => {
  await connect();
  await type('/deck Quarterly review: revenue up 18% to $4.2M, churn 2.1%');
  await page.getByRole('button', { name: 'Details…' }).click();
  const form = page.getByRole('dialog');
  await form.waitFor();
  expect(await form.getByRole('textbox', { name: /What should it be about/ }).inputValue()).toContain(
    'revenue up 18%',
  );
  await form.getByRole('combobox', { name: /Theme/ }).click();
  await page.keyboard.type('mid');
  await page.getByRole('option', { name: 'Midnight' }).click();
  await form.getByRole('button', { name: 'Create' }).click();
  await form.waitFor({ state: 'detached' });

  const card = page.getByTestId('message-list').locator('[data-ts]').last();
  await card.getByText('Deckhand').first().waitFor();
  await card.getByRole('button', { name: /repl(y|ies)/ }).click({ timeout: 20_000 });
  const thread = page.getByRole('complementary', { name: 'Thread' });
  await thread.getByText('Quarterly review.pptx').waitFor({ timeout: 15_000 });
  await thread
    .getByRole('img', { name: /page 1 of/ })
    .first()
    .waitFor();
  await thread.getByText(/here is “Quarterly review” as PowerPoint/).waitFor();
  await thread.getByText(/Used \d+ credits?/).waitFor();
  expect(await thread.getByRole('link', { name: /Open in/ }).getAttribute('href')).toContain(
    sandbox.service.baseUrl,
  );
  expect(faults).toEqual([]);
}, 120_000);
