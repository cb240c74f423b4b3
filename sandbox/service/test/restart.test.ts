import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { GENERATION_MS, startHarness } from './harness.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'service-stand-in-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test('docs, credits, links and pending generations survive a restart', async () => {
  const dataDir = await folder();
  const { service, make, post, get, clock } = await startHarness({ dataDir });
  const made = await make({ inputText: '# Kept', exportAs: 'pdf' });
  const { json: pending } = await post('/generations', { inputText: '# Not yet' });
  const credits = service.credits();

  await service.stop();
  await service.start();

  expect(service.credits()).toBe(credits);
  const again = (await get(`/generations/${made.generationId}`)).json;
  expect(again).toMatchObject({ gammaId: made.gammaId, title: made.title, credits: made.credits });
  expect((await fetch(again.gammaUrl)).status).toBe(200);
  expect((await fetch(again.exportUrl)).status).toBe(200);
  expect((await get(`/generations/${pending.generationId}`)).json.status).toBe('pending');
  clock.advance(GENERATION_MS);
  expect((await get(`/generations/${pending.generationId}`)).json.status).toBe('completed');
  expect(await readdir(dataDir)).toEqual(['service.json']);
});

test('without a folder nothing survives a restart', async () => {
  const { service, make, get } = await startHarness();
  const { generationId } = await make({ inputText: '# Gone' });
  await service.stop();
  await service.start();
  expect((await get(`/generations/${generationId}`)).status).toBe(404);
});

test('a change is written to disk without a stop', async () => {
  const dataDir = await folder();
  const { make } = await startHarness({ dataDir });
  const { generationId } = await make({ inputText: '# Soon' });
  const file = join(dataDir, 'service.json');
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain(generationId);
});
