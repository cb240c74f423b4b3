import nock from 'nock';
import { expect, test } from 'vitest';
import { InvalidRequest, Unavailable } from '../../src/service/errors.ts';
import type { ImageInput } from '../../src/service/routes/images.ts';
import { API, aClient, interceptRequests, thrownBy } from './harness.ts';

interceptRequests();

test('an image is started and looked at', async () => {
  const { client } = aClient();
  const input: ImageInput = { prompt: 'A boat', type: 'photo', sizePreset: 'slide' };
  nock(API)
    .post('/images', { ...input })
    .reply(200, { imageGenerationId: 'p_1' });
  expect(await client.createImage(input)).toEqual({ imageGenerationId: 'p_1' });

  const image = { url: 'https://files.example/p.png', width: 1920, height: 1080, mimeType: 'image/png' };
  nock(API)
    .get('/images/p_1')
    .reply(200, { status: 'completed', image, credits: { deducted: 2 } });
  expect(await client.getImage('p_1')).toEqual({ status: 'completed', image, credits: { deducted: 2 } });
});

test('an image that failed says whether asking again may help', async () => {
  nock(API)
    .get('/images/p_1')
    .reply(200, { status: 'failed', error: { message: 'No' }, retryable: true });
  expect(await aClient().client.getImage('p_1')).toEqual({
    status: 'failed',
    error: { message: 'No' },
    retryable: true,
  });
});

test.each<[object, string]>([
  [{ prompt: '' }, 'prompt'],
  [{ prompt: 'x'.repeat(5_001) }, 'prompt'],
  [{ type: 'oil' }, 'type'],
  [{ sizePreset: 'huge' }, 'sizePreset'],
  [{ referenceImages: Array(5).fill('https://files.example/a.png') }, 'referenceImages'],
  [{ referenceImages: ['a.png'] }, 'referenceImages.0'],
])('beyond its limits it is not sent: case %#', async (fault, field) => {
  const input = { prompt: 'A boat', ...fault } as ImageInput;
  const error = await thrownBy(InvalidRequest, aClient().client.createImage(input));
  expect(error.fields[0]?.field).toBe(field);
});

test('an image is started once, whatever comes', async () => {
  nock(API).post('/images').times(9).reply(503, {});
  const { client, calls } = aClient();
  await thrownBy(Unavailable, client.createImage({ prompt: 'A boat' }));
  expect(calls).toHaveLength(1);
});
