import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const pageDir = fileURLToPath(new URL('.', import.meta.url));
const protocolFile = fileURLToPath(new URL('../protocol.ts', import.meta.url));

/**
 * Builds the sandbox's page into `outDir`, an absolute path (index.html and assets/), unless what is there is newer than every source.
 * Takes about a second. The new page replaces the old one whole: whoever reads `outDir` meanwhile never sees half of it.
 * Throws with Vite's message where a source is broken.
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
    // Under a test runner NODE_ENV is not production, and React would come in its form for development.
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

/** In ms; 0 where there is no such file. */
const modified = async (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/** Two processes may build at once: whoever comes second finds the place taken, by the same page, and leaves it. */
async function replace(fresh: string, outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  await rename(fresh, outDir).catch(() => rm(fresh, { recursive: true, force: true }));
}
