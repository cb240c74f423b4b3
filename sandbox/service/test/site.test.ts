import { fetch } from 'undici';
import { expect, test } from 'vitest';
import { GENERATION_MS, startHarness } from './harness.ts';

test('the front page shows the docs, newest first, and the credits left', async () => {
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

test('the front page counts pending generations', async () => {
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

test('buttons on the front page add comments and readers to a doc', async () => {
  const { make, get, ask } = await startHarness();
  const { gammaId, gammaUrl } = await make({ inputText: 'x', title: 'Plan' });
  const { pathname } = new URL(gammaUrl);
  const page = async () => (await ask('GET', '/')).text;
  expect(await page()).toContain('No comments · No readers');
  const press = (what: string, site = 'same-origin') =>
    fetch(`${gammaUrl}/${what}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': site },
    });
  const text = await page();
  for (const what of ['comment', 'comment', 'read']) {
    expect(text).toContain(`action="${pathname}/${what}"`);
    const { status, headers } = await press(what);
    expect([status, headers.get('location')]).toEqual([303, '/']);
  }
  expect(await page()).toContain('2 comments · 1 reader');
  const { data } = (await get(`/gammas/${gammaId}/comments`)).json;
  expect(new Set(data.map(({ author }: { author: { name: string } }) => author.name)).size).toBe(2);
  expect((await get(`/gammas/${gammaId}/analytics`)).json).toMatchObject({ totalViews: 1, uniqueViewers: 1 });
  expect((await press('comment', 'cross-site')).status).toBe(403);
  expect(await page()).toContain('2 comments');
});
