import nock from 'nock';
import { expect, test } from 'vitest';
import { InvalidRequest } from '../../src/service/errors.ts';
import type { ImageInput } from '../../src/service/routes/images.ts';
import { API, aClient, interceptRequests, thrownBy } from './harness.ts';

interceptRequests();

test('an image is started and polled', async () => {
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

test('the id of an image may be called id, and an image without a link is pending', async () => {
  nock(API).post('/images').reply(202, { id: 'p_1' });
  expect(await aClient().client.createImage({ prompt: 'A boat' })).toEqual({ imageGenerationId: 'p_1' });

  nock(API).get('/images/p_1').reply(200, { status: 'completed' });
  expect(await aClient().client.getImage('p_1')).toEqual({ status: 'pending' });
});

test('a failed image says whether it can be retried', async () => {
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
])('with an invalid field it is not sent: case %#', async (fault, field) => {
  const input = { prompt: 'A boat', ...fault } as ImageInput;
  const error = await thrownBy(InvalidRequest, aClient().client.createImage(input));
  expect(error.fields[0]?.field).toBe(field);
});

test.each([-1, 1e159])('%d credits are no cost, and the picture arrives all the same', async (deducted) => {
  const image = { url: 'https://files.example/p.png', width: 1920, height: 1080, mimeType: 'image/png' };
  nock(API).get('/images/p_1').reply(200, { status: 'completed', image, credits: { deducted } });
  expect(await aClient().client.getImage('p_1')).toEqual({ status: 'completed', image, credits: {} });
});
