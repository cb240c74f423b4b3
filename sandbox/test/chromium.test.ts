import { expect, onTestFinished, test } from 'vitest';
import sandbox from '../package.json' with { type: 'json' };
import { launchChromium } from './chromium.ts';

const majorOf = (version: string) => /\d+/.exec(version)?.[0];

test.skipIf(process.env.CHROMIUM_PATH)(
  'pages are tested in the packaged browser, as a newcomer has it',
  async () => {
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    expect(majorOf(browser.version())).toBe(majorOf(sandbox.devDependencies['@sparticuz/chromium']));
    const page = await browser.newPage();
    await page.close();
    // With one process for everything it would have ended with the page.
    expect(browser.isConnected()).toBe(true);
    await (await browser.newPage()).setContent('<h1>Still here</h1>');
  },
);
