import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { buildPage } from '../slack/page/build.ts';
import { launchBrowser } from '../test/browser.ts';
import { type Box, wordsIn } from './words.ts';

/** The date in the pictures: a Wednesday in winter, when London has UTC. */
const DAY = Date.UTC(2026, 2, 11);
const MINUTE_MS = 60_000;
/** Milliseconds. Long enough for a picture of the progress. */
const GENERATION_MS: [number, number] = [6_000, 6_000];

/** A new sandbox and a browser. */
export interface Stage {
  sandbox: Sandbox;
  /** Ana's window, which is used for most pictures. It has two device pixels per CSS pixel. */
  page: Page;
  /** Opens another window of Ana. */
  open(options: BrowserContextOptions): Promise<Page>;
  /**
   * Moves the clock to a time such as `9:30`, so that the pictures show the same times on every machine. Call it only when the answer
   * to the last click is shown, because the app's time limits follow this clock.
   */
  at(time: string, daysLater?: number): void;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'deckhand-pictures-'));
  const pageDir = join(dataDir, 'page');
  // Sets the sandbox's clock (../clock.ts). The number is negative if the date is in the past.
  await writeFile(join(dataDir, 'clock-ahead'), String(timeOf('9:30') - Date.now()));
  const [browser] = await Promise.all([launchBrowser(), buildPage(pageDir)]);
  const sandbox = await startSandbox({ dataDir, port: 0, pageDir, generationMs: GENERATION_MS });

  async function open(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({
      locale: 'en-US',
      timezoneId: 'Europe/London',
      colorScheme: 'light',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    await page.goto(sandbox.url);
    return page;
  }

  return {
    sandbox,
    page: await open({ viewport: { width: 1040, height: 900 }, deviceScaleFactor: 2 }),
    open,
    at: (time, daysLater = 0) => sandbox.clock.skip(timeOf(time, daysLater) - sandbox.clock.now()),
    async close() {
      await browser.close();
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function timeOf(time: string, daysLater = 0): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return DAY + (daysLater * 24 * 60 + hours * 60 + minutes) * MINUTE_MS;
}

/** Opens a conversation from the sidebar. */
export async function go(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name }).click();
}

/** Sends a line in the open conversation. */
export async function type(page: Page, line: string): Promise<void> {
  await page.getByRole('main').getByRole('textbox').click();
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
}

/** Returns the newest message of the open conversation that contains these words. */
export const message = (page: Page, words: string | RegExp): Locator =>
  page.getByTestId('message-list').locator('[data-ts]').filter({ hasText: words }).last();

/** Returns the open form. */
export const form = (page: Page): Locator => page.locator('.modal-panel:visible');

export interface Picture {
  png: Buffer;
  /** The texts in the picture. */
  words: string[];
}

interface Crop {
  /** Limits the picture to the part from the first to the second. */
  between?: [Locator, Locator];
  /** Leaves the mouse pointer where it is. */
  pointing?: boolean;
}

/** Takes a picture of a part of the page after all images are loaded. */
export async function picture(page: Page, part: Locator, { between, pointing }: Crop = {}): Promise<Picture> {
  if (!pointing) await page.mouse.move(2, 300);
  await part.waitFor();
  await page.waitForFunction('[...document.images].every(({ complete }) => complete)');
  const clip = await clipOf(part, between);
  const words = await wordsIn(page, clip);
  const style = '.modal { border-radius: 0 !important }';
  return { png: await page.screenshot({ clip, style, animations: 'disabled' }), words };
}

/** CSS pixels above and below. */
const MARGIN = 16;

async function clipOf(part: Locator, between: Crop['between']): Promise<Box> {
  await part.scrollIntoViewIfNeeded();
  const whole = await boxOf(part);
  if (!between) return whole;
  const [first, last] = between;
  await first.waitFor();
  await last.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const [from, to] = await Promise.all([boxOf(first), boxOf(last)]);
  const y = Math.max(whole.y, from.y - MARGIN);
  return { ...whole, y, height: to.y + to.height + MARGIN - y };
}

async function boxOf(part: Locator): Promise<Box> {
  const box = await part.boundingBox();
  if (!box) throw new Error('The part for the picture is not visible.');
  return box;
}
