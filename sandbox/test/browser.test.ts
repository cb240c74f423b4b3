import { expect, onTestFinished, test } from 'vitest';
import sandbox from '../package.json' with { type: 'json' };
import { it } from '../slack/test/page/harness.ts';
import { chooseBrowser, findBrowser, launchBrowser, type Machine } from './browser.ts';

const CHROME_ON_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Returns the browser chosen on a machine with these files. `runs` is false if the packaged browser does not run. */
function chosen(
  platform: string,
  files: string[],
  { named, runs = true }: { named?: string; runs?: boolean } = {},
) {
  const machine: Machine = {
    named,
    platform,
    exists: (path) => files.includes(path),
    packaged: async () => (runs ? '/packaged' : undefined),
  };
  return chooseBrowser(machine).then((found) => found?.path);
}

test('CHROMIUM_PATH is preferred to every other browser', async () => {
  expect(await chosen('linux-x64', ['/usr/bin/google-chrome'], { named: '/mine' })).toBe('/mine');
  expect(await chosen('darwin-arm64', [CHROME_ON_MAC], { named: '/mine' })).toBe('/mine');
});

test('on Linux x64 the packaged browser is chosen, or Chrome if the packaged one does not run', async () => {
  const files = ['/usr/bin/google-chrome'];
  expect(await chosen('linux-x64', files)).toBe('/packaged');
  expect(await chosen('linux-x64', files, { runs: false })).toBe('/usr/bin/google-chrome');
  expect(await chosen('linux-x64', [], { runs: false })).toBeUndefined();
});

test.each([
  ['darwin-arm64', CHROME_ON_MAC],
  ['darwin-x64', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  ['linux-arm64', '/usr/bin/chromium'],
  ['linux-arm64', '/snap/bin/chromium'],
])('on %s the browser is %s, never the packaged one', async (platform, path) => {
  expect(await chosen(platform, [path])).toBe(path);
  expect(await chosen(platform, [])).toBeUndefined();
});

test('no browser is found on another platform', async () => {
  expect(await chosen('win32-x64', [CHROME_ON_MAC])).toBeUndefined();
});

it('the browser of this machine stays open when a page is closed', async () => {
  const found = await findBrowser();
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const packaged = sandbox.devDependencies['@sparticuz/chromium'];
  if (found?.isPackaged) expect(majorOf(browser.version())).toBe(majorOf(packaged));
  const page = await browser.newPage();
  await page.close();
  // With `--single-process` the browser would have ended with the page.
  expect(browser.isConnected()).toBe(true);
  await (await browser.newPage()).setContent('<h1>Still here</h1>');
});

const majorOf = (version: string) => /\d+/.exec(version)?.[0];
