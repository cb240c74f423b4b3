import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const pageDir = fileURLToPath(new URL('.', import.meta.url));
const protocolFile = fileURLToPath(new URL('../protocol.ts', import.meta.url));

/**
 * Builds the sandbox's page (index.html and assets/) into `outDir`, an absolute path, unless the page there is newer than all
 * sources. It takes about a second. The new page replaces the old one at once. Throws Vite's error if a source is invalid.
 */
export async function buildPage(outDir: string): Promise<void> {
  if (await isFresh(outDir)) return;
  const { build } = await import('vite');
  await mkdir(dirname(outDir), { recursive: true });
  const fresh = await mkdtemp(`${outDir}.`);
  await build({
    root: pageDir,
    configFile: false,
    logLevel: 'error',
    base: './',
    // In tests NODE_ENV is not production, and the page would get React's development build.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: { outDir: fresh, emptyOutDir: true, reportCompressedSize: false, chunkSizeWarningLimit: 2000 },
  });
  await replace(fresh, outDir);
}

async function isFresh(outDir: string): Promise<boolean> {
  const built = await modified(join(outDir, 'index.html'));
  if (built === 0) return false;
  const sources = await readdir(pageDir, { recursive: true, withFileTypes: true });
  const files = sources
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => relative(outDir, file).startsWith('..'));
  const times = await Promise.all([protocolFile, ...files].map(modified));
  return times.every((time) => time < built);
}

/** Returns the time of a file in ms; 0 if it does not exist. */
const modified = async (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/** Moves the new page into place. If another process has built the same page meanwhile, that one is kept. */
async function replace(fresh: string, outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  await rename(fresh, outDir).catch(() => rm(fresh, { recursive: true, force: true }));
}
