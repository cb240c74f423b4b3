import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

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

/** The package's flags for functions in a cloud, with which the whole browser ends with the first page that closes. */
const ONE_PROCESS = ['--single-process', '--no-zygote', '--in-process-gpu'];

/**
 * A headless Chromium: the one in the npm package (unpacked at first use), so that everybody tests what a newcomer gets.
 * `CHROMIUM_PATH` names another.
 */
export async function launchChromium(): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return chromium.launch({ executablePath: named, args: QUIET });
  return chromium.launch({
    executablePath: await unpacked(),
    args: [...sparticuz.args.filter((flag) => !ONE_PROCESS.includes(flag)), ...QUIET],
    headless: true,
  });
}

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/deckhand');
const FOLDER = join(CACHE, 'chromium');

/**
 * Where the package's browser was unpacked to. The package always unpacks into the temporary folder, so that is moved
 * for the while; several processes may unpack at once, and the first one's folder stays.
 */
async function unpacked(): Promise<string> {
  const executable = join(FOLDER, 'chromium');
  if (existsSync(executable)) return executable;
  await mkdir(CACHE, { recursive: true });
  const fresh = await mkdtemp(`${FOLDER}-`);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = fresh;
  try {
    await sparticuz.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  await rename(fresh, FOLDER).catch(() => rm(fresh, { recursive: true, force: true }));
  return executable;
}
