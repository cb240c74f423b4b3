import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** Where systems keep theirs. */
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Nothing that calls home, and no sandbox of its own: containers mostly forbid it. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A headless Chromium: the system's, else the one that comes with the npm package (unpacked at first use). */
export async function launchChromium(): Promise<Browser> {
  const installed = SYSTEM.find((path) => existsSync(path));
  if (installed) return chromium.launch({ executablePath: installed, args: QUIET });
  return chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: [...sparticuz.args, ...QUIET],
    headless: true,
  });
}
