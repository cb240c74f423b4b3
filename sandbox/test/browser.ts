import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** The facts about a machine on which the choice of a browser depends. */
export interface Machine {
  /** `CHROMIUM_PATH`: the browser to use, even if there are others. */
  named?: string | undefined;
  /** As Node spells it: `linux-x64`, `darwin-arm64`. */
  platform: string;
  exists(path: string): boolean;
  /** Returns the path of the packaged Chromium, or undefined if it does not run here, for instance without libnss3. */
  packaged(): Promise<string | undefined>;
}

export interface FoundBrowser {
  path: string;
  isPackaged: boolean;
}

/** Where Chrome and Chromium are usually installed. */
const USUAL_PLACES: Record<string, string[]> = {
  darwin: ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
    `${folder}/Google Chrome.app/Contents/MacOS/Google Chrome`,
    `${folder}/Chromium.app/Contents/MacOS/Chromium`,
  ]),
  linux: [
    '/usr/bin/google-chrome',
    '/opt/google/chrome/chrome',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/snap/bin/chromium',
  ],
};

/** Printed once when the browser tests are skipped. */
export const NO_BROWSER =
  'No browser found, so the browser tests are skipped: install Chrome, or set CHROMIUM_PATH to a Chrome or Chromium.';

/** Chooses the browser for tests and pictures: the named one, the packaged one, or Chrome. Undefined if there is none. */
export async function chooseBrowser(machine: Machine): Promise<FoundBrowser | undefined> {
  if (machine.named) return { path: machine.named, isPackaged: false };
  const packaged = machine.platform === 'linux-x64' ? await machine.packaged() : undefined;
  if (packaged) return { path: packaged, isPackaged: true };
  const places = USUAL_PLACES[machine.platform.split('-')[0] ?? ''] ?? [];
  const path = places.find((place) => machine.exists(place));
  return path ? { path, isPackaged: false } : undefined;
}

/** Chooses the browser on this machine. */
export function findBrowser(): Promise<FoundBrowser | undefined> {
  return chooseBrowser({
    named: process.env.CHROMIUM_PATH,
    platform: `${process.platform}-${process.arch}`,
    exists: existsSync,
    packaged: packagedBrowser,
  });
}

/** Flags against requests of the browser itself, and against Chromium's own sandbox, which most containers forbid. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The package's flags for cloud functions, which are left out because the browser would end when a page is closed. */
const ONE_PROCESS = ['--single-process', '--no-zygote', '--in-process-gpu'];

/** Launches a headless browser. Throws if the machine has none. */
export async function launchBrowser(): Promise<Browser> {
  const found = await findBrowser();
  if (!found) throw new Error(NO_BROWSER);
  const args = found.isPackaged ? sparticuz.args.filter((flag) => !ONE_PROCESS.includes(flag)) : [];
  return chromium.launch({ executablePath: found.path, args: [...args, ...QUIET], headless: true });
}

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/deckhand');
const FOLDER = join(CACHE, 'chromium');

async function packagedBrowser(): Promise<string | undefined> {
  const path = await unpacked();
  return spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0 ? path : undefined;
}

/**
 * Unpacks the packaged Chromium at first use and returns its path. The package always unpacks into the temporary
 * folder, so TMPDIR is changed during that time. If several processes unpack at once, the folder of the first is kept.
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
