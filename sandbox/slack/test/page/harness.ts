import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { systemClock } from '../../../clock.ts';
import { launchChromium } from '../../../test/chromium.ts';
import { buildPage } from '../../page/build.ts';
import type { StandInOptions } from '../../stand-in.ts';
import { startSlack } from '../support.ts';

export interface Harness extends Awaited<ReturnType<typeof startSlack>> {
  /** Opens the page as somebody, in a window of their own. */
  open(user: string, options?: BrowserContextOptions): Promise<Page>;
}

/**
 * The page, built once for a file of tests, in Chromium, against the Slack stand-in with an app that answers as a test
 * tells. Whatever the page logs as an error fails the test.
 */
export function pageHarness(): (options?: Partial<StandInOptions>) => Promise<Harness> {
  let browser: Browser;
  let pageDir: string;

  beforeAll(async () => {
    pageDir = join(await mkdtemp(join(tmpdir(), 'sandbox-page-')), 'page');
    [browser] = await Promise.all([launchChromium(), buildPage(pageDir)]);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await rm(join(pageDir, '..'), { recursive: true, force: true });
  });

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
