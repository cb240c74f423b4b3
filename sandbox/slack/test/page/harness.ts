import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../clock.ts';
import { launchBrowser } from '../../../test/browser.ts';
import type { StandInOptions } from '../../stand-in.ts';
import { startSlack } from '../support.ts';

export interface Harness extends Awaited<ReturnType<typeof startSlack>> {
  /** Opens the page as a person, in a new window. */
  open(user: string, options?: BrowserContextOptions): Promise<Page>;
}

/** The folder of the built page (test/support/global-setup.ts). */
export const pageDir = process.env.PAGE_DIR ?? '';

/**
 * Milliseconds that the page waits for the app, and a test for the page. Well within a test's own limit, so that a failure says what it
 * waited for.
 */
const PATIENCE_MS = 20_000;

/** A test that needs a browser. It is skipped if the machine has none (test/support/global-setup.ts). */
export const it = test.skipIf(!process.env.TEST_BROWSER);

/** Returns a function that starts the Slack stand-in and opens its page in Chromium. An error in the page fails the test. */
export function pageHarness(): (options?: Partial<StandInOptions>) => Promise<Harness> {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  }, 60_000);
  afterAll(() => browser.close());

  return async (options = {}) => {
    const pace = { rates: 'off', answerWithin: PATIENCE_MS, triggerLife: PATIENCE_MS } as const;
    const slack = await startSlack({ clock: systemClock, pageDir, pace, ...options });
    return {
      ...slack,
      async open(user, context = {}) {
        const window = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...context });
        window.setDefaultTimeout(PATIENCE_MS);
        const page = await window.newPage();
        const errors: string[] = [];
        page.on('pageerror', (error) => errors.push(error.message));
        onTestFinished(async () => {
          await window.close();
          expect(errors).toEqual([]);
        });
        await page.goto(`${slack.slack.url}/?user=${user}`);
        return page;
      },
    };
  };
}
