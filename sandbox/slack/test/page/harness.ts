import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { systemClock } from '../../../clock.ts';
import { launchChromium } from '../../../test/chromium.ts';
import type { StandInOptions } from '../../stand-in.ts';
import { startSlack } from '../support.ts';

export interface Harness extends Awaited<ReturnType<typeof startSlack>> {
  /** Opens the page as somebody, in a window of their own. */
  open(user: string, options?: BrowserContextOptions): Promise<Page>;
}

/** Where the page is, which the run has built (test/support/global-setup.ts). */
export const pageDir = process.env.PAGE_DIR ?? '';

/**
 * The page in Chromium, against the Slack stand-in with an app that answers as a test tells. Whatever the page logs as an error fails the test.
 */
export function pageHarness(): (options?: Partial<StandInOptions>) => Promise<Harness> {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  }, 60_000);
  afterAll(() => browser.close());

  return async (options = {}) => {
    const slack = await startSlack({ clock: systemClock, pageDir, ...options });
    return {
      ...slack,
      async open(user, context = {}) {
        const window = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...context });
        // Well within a test's own limit, so that a failure says what it waited for.
        window.setDefaultTimeout(20_000);
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
