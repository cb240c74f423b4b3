import { fetch } from 'undici';
import { describe, expect, test } from 'vitest';
import { type Harness, KEY, LABS_KEY, startHarness } from './harness.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const text = { inputText: '# Plan\n\n- One\n- Two', textMode: 'preserve' };

/** Exports a doc and returns the link. */
async function exportOf({ post, get, clock }: Harness, gammaId: string, exportAs: string): Promise<string> {
  const { json } = await post(`/gammas/${gammaId}/export`, { exportAs });
  clock.advance(2_000);
  return (await get(`/exports/${json.exportId}`)).json.exportUrl;
}

describe('the file', () => {
  test.each([
    ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation', 'PK'],
    ['pdf', 'application/pdf', '%PDF-'],
    ['png', 'application/zip', 'PK'],
  ])('%s has its media type and length', async (exportAs, mimetype, magic) => {
    const { make } = await startHarness();
    const { exportUrl } = await make({ ...text, exportAs });
    expect(exportUrl).toMatch(exportAs === 'png' ? /\/Plan\.zip$/ : new RegExp(`/Plan\\.${exportAs}$`));
    const response = await fetch(exportUrl);
    expect(response.headers.get('content-disposition')).toContain(exportUrl.split('/').at(-1));
    expect(response.headers.get('content-type')).toBe(mimetype);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, magic.length).toString()).toBe(magic);
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
  });

  test('is on another host at an address that cannot be guessed', async () => {
    const { make, service } = await startHarness();
    const one = new URL((await make({ ...text, exportAs: 'pdf' })).exportUrl);
    const other = new URL((await make({ ...text, exportAs: 'pdf' })).exportUrl);
    expect(one.origin).toBe(service.filesUrl);
    expect(one.origin).not.toBe(service.baseUrl);
    const [, , , token = ''] = one.pathname.split('/');
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect(other.pathname).not.toContain(token);
    expect((await fetch(one.href.replace(token, 'x'.repeat(43)))).status).toBe(403);
  });

  test('is refused for requests with credentials', async () => {
    const { make } = await startHarness();
    const { exportUrl } = await make({ ...text, exportAs: 'pdf' });
    for (const headers of [{ 'X-API-KEY': KEY }, { authorization: 'Bearer x' }]) {
      expect((await fetch(exportUrl, { headers })).status).toBe(400);
    }
  });

  test('can be downloaded for a week', async () => {
    const { make, clock } = await startHarness();
    const { exportUrl } = await make({ ...text, exportAs: 'pdf' });
    clock.advance(WEEK_MS - 1);
    expect((await fetch(exportUrl)).status).toBe(200);
    clock.advance(1);
    expect((await fetch(exportUrl)).status).toBe(403);
  });
});

describe('an export of an existing doc', () => {
  test('is pending, then completed with a link', async () => {
    const { make, post, get, clock } = await startHarness();
    const { gammaId } = await make(text);
    const { status, json } = await post(`/gammas/${gammaId}/export`, { exportAs: 'pdf' });
    expect(status).toBe(200);
    const { exportId } = json;
    expect((await get(`/exports/${exportId}`)).json).toEqual({ exportId, status: 'pending' });
    clock.advance(2_000);
    const done = (await get(`/exports/${exportId}`)).json;
    expect(done).toMatchObject({ exportId, status: 'completed', exportUrl: expect.any(String) });
    expect((await fetch(done.exportUrl)).status).toBe(200);
  });

  test('is possible in every format', async () => {
    const scene = await startHarness();
    const { gammaId } = await scene.make(text);
    for (const exportAs of ['pptx', 'pdf', 'png']) {
      expect((await fetch(await exportOf(scene, gammaId, exportAs))).status).toBe(200);
    }
  });

  test.each(['render_timeout', 'export_failed', 'deck_too_large', 'no_content'] as const)(
    'fails with %s if a fault says so',
    async (reason) => {
      const { make, post, get, clock, service } = await startHarness();
      const { gammaId } = await make(text);
      service.misbehave({ kind: 'export_fails', reason });
      const { json } = await post(`/gammas/${gammaId}/export`, { exportAs: 'pdf' });
      clock.advance(2_000);
      expect((await get(`/exports/${json.exportId}`)).json).toMatchObject({
        status: 'failed',
        error: { reason },
      });
    },
  );

  test('needs exportAs, and accepts no other fields', async () => {
    const { make, post } = await startHarness();
    const { gammaId } = await make(text);
    expect((await post(`/gammas/${gammaId}/export`, {})).json.message).toMatch('exportAs');
    expect((await post(`/gammas/${gammaId}/export`, { exportAs: 'docx' })).status).toBe(400);
    expect((await post(`/gammas/${gammaId}/export`, { exportAs: 'pdf', pages: 1 })).status).toBe(400);
  });

  test('is refused for a web slug, an unknown doc and a doc of another workspace', async () => {
    const { make, post, get } = await startHarness();
    const { gammaId, gammaUrl } = await make(text);
    const slug = gammaUrl.split('/').at(-1);
    expect((await post(`/gammas/${slug}/export`, { exportAs: 'pdf' })).status).toBe(403);
    expect((await post('/gammas/g_nowhere/export', { exportAs: 'pdf' })).status).toBe(403);
    expect((await post(`/gammas/${gammaId}/export`, { exportAs: 'pdf' }, LABS_KEY)).status).toBe(403);
    const { json } = await post(`/gammas/${gammaId}/export`, { exportAs: 'pdf' });
    expect((await get(`/exports/${json.exportId}`, LABS_KEY)).status).toBe(404);
  });
});

test('the export links of some generations come late', async () => {
  const { make } = await startHarness({ exportLagMs: 30_000 });
  const records = [];
  for (let time = 0; time < 30; time++) records.push(await make({ ...text, exportAs: 'pdf' }));
  const late = records.filter((record) => record.exportUrl === undefined).length;
  expect(late).toBeGreaterThan(0);
  expect(late).toBeLessThan(records.length);
});
