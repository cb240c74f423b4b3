import { fetch } from 'undici';
import { expect, test } from 'vitest';
import { drawPicture } from '../engine/engine.ts';
import { GENERATION_MS, LABS_KEY, startHarness } from './harness.ts';

const prompt = 'A lighthouse in the fog';

test('a picture is created, paid and downloaded in the requested size', async () => {
  const { post, get, clock, service } = await startHarness();
  const before = service.credits();
  const { status, json } = await post('/images', { prompt, sizePreset: 'social-square', type: 'photo' });
  expect(status).toBe(200);
  const { imageGenerationId } = json;
  expect((await get(`/images/${imageGenerationId}`)).json).toEqual({ imageGenerationId, status: 'pending' });

  clock.advance(GENERATION_MS);
  const { json: done } = await get(`/images/${imageGenerationId}`);
  expect(done).toMatchObject({
    status: 'completed',
    image: { width: 1080, height: 1080, mimeType: 'image/png' },
    credits: { remaining: before - done.credits.deducted },
  });
  expect(done.credits.deducted).toBeGreaterThan(0);
  const picture = await fetch(done.image.url);
  expect(picture.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  // The first chunk of a PNG has its width and height.
  expect(bytes.readUInt32BE(16)).toBe(1080);
});

test.each([
  ['social-square', 1080, 1080],
  ['social-portrait', 1080, 1350],
  ['story', 1080, 1920],
  ['banner', 1600, 900],
  ['slide', 1920, 1080],
])('%s is drawn with %i by %i pixels', async (sizePreset, width, height) => {
  const { post, get, clock } = await startHarness();
  const { json } = await post('/images', { prompt, sizePreset, themeId: 'midnight' });
  clock.advance(GENERATION_MS);
  const { image } = (await get(`/images/${json.imageGenerationId}`)).json;
  expect(image).toMatchObject({ width, height });
  const bytes = Buffer.from(await (await fetch(image.url)).arrayBuffer());
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width, height]);
});

test('other words, types and themes give other pictures, the same ones the same picture', () => {
  const draw = ({ words = prompt, ...more }: { words?: string }) =>
    Buffer.from(
      drawPicture(words, { type: 'photo', themeId: 'daybreak', width: 200, height: 100, ...more }),
    ).toString('base64');
  const pictures = [
    {},
    { words: 'A harbour' },
    { type: 'scene' },
    { type: 'abstract' },
    { themeId: 'midnight' },
  ].map(draw);
  expect(new Set(pictures).size).toBe(pictures.length);
  expect(draw({})).toBe(pictures[0]);
});

test('a failed picture says whether a retry may succeed', async () => {
  const { post, get, clock, service } = await startHarness();
  service.misbehave({ kind: 'generation_fails', message: 'Busy', statusCode: 503 });
  service.misbehave({ kind: 'generation_fails', message: 'Not that', statusCode: 400, skip: 1 });
  const ids = [];
  for (let time = 0; time < 2; time++) ids.push((await post('/images', { prompt })).json.imageGenerationId);
  clock.advance(GENERATION_MS);
  const [busy, never] = await Promise.all(ids.map((id) => get(`/images/${id}`)));
  expect(busy?.json).toMatchObject({ status: 'failed', error: { message: 'Busy' }, retryable: true });
  expect(never?.json).toMatchObject({ status: 'failed', retryable: false });
});

test.each<[string, object, RegExp]>([
  ['no prompt', {}, /prompt/],
  ['a prompt over 5,000 characters', { prompt: 'x'.repeat(5_001) }, /prompt/],
  ['a wrong type', { prompt, type: 'cartoon' }, /type/],
  ['a wrong size', { prompt, sizePreset: 'poster' }, /sizePreset/],
  [
    'five references',
    { prompt, referenceImages: Array(5).fill('https://a.example/b.png') },
    /referenceImages/,
  ],
  ['a reference that is not https', { prompt, referenceImages: ['http://a.example/b.png'] }, /https/],
  ['an unknown theme', { prompt, themeId: 'nowhere' }, /themeId/],
  ['an unknown field', { prompt, size: 3 }, /size/],
])('a picture is refused for %s', async (_, body, message) => {
  const { post } = await startHarness();
  const { status, json } = await post('/images', body);
  expect(status).toBe(400);
  expect(json.message).toMatch(message);
});

test('a picture needs credits, and is not found in other workspaces', async () => {
  const { post, get, service } = await startHarness();
  const { json } = await post('/images', { prompt });
  expect((await get(`/images/${json.imageGenerationId}`, LABS_KEY)).status).toBe(404);
  service.setCredits(1);
  expect((await post('/images', { prompt })).status).toBe(402);
});
