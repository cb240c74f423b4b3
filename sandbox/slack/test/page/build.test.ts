import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildPage } from '../../page/build.ts';

it('two builds at the same time build the page once, and an unchanged page is not built again', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'page-build-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const out = join(dir, 'page');
  await Promise.all([buildPage(out), buildPage(out)]);
  expect(await readdir(dir)).toEqual(['page']);
  const html = await readFile(join(out, 'index.html'), 'utf8');
  const script = /src="\.\/(assets\/[^"]+)"/.exec(html)?.[1] ?? '';
  expect(await readFile(join(out, script), 'utf8')).not.toContain('process.env');

  const { mtimeMs } = await stat(join(out, 'index.html'));
  await buildPage(out);
  expect((await stat(join(out, 'index.html'))).mtimeMs).toBe(mtimeMs);
});
