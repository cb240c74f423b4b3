import { fetch } from 'undici';
import { expect, test } from 'vitest';
import { GENERATION_MS, startHarness } from './harness.ts';

test('the front page shows what was made, newest first, and what is left to spend', async () => {
  const { service, make, ask } = await startHarness();
  await make({ inputText: 'x', title: 'First <b>plan</b>' });
  await make({ inputText: 'x', title: 'Second plan' });
  const { status, headers, text } = await ask('GET', '/');
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch('text/html');
  expect(text.indexOf('Second plan')).toBeLessThan(text.indexOf('First &#60;b&#62;plan'));
  expect(text).toContain(service.credits().toLocaleString('en'));
  expect(text).toContain('Northwind Studio');
});

test('what is being made is counted until it is there', async () => {
  const { post, ask, clock } = await startHarness();
  await post('/generations', { inputText: 'x', title: 'Soon' });
  expect((await ask('GET', '/')).text).toContain('1 doc is being made');
  clock.advance(GENERATION_MS);
  const { text } = await ask('GET', '/');
  expect(text).not.toContain('being made');
  expect(text).toContain('Soon');
});

test('each doc has a page and a picture at its address', async () => {
  const { make } = await startHarness();
  const { gammaUrl } = await make({ inputText: 'x', title: 'Açaí & 東京' });
  expect((await fetch(gammaUrl)).status).toBe(200);
  const picture = await fetch(`${gammaUrl}/thumbnail.png`);
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(
    Buffer.from(await picture.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect((await fetch(`${gammaUrl}x`)).status).toBe(404);
});
