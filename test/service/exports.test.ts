import nock from 'nock';
import { expect, test } from 'vitest';
import { InvalidRequest } from '../../src/service/errors.ts';
import type { ExportFormat } from '../../src/service/options.ts';
import { API, aClient, interceptRequests, thrownBy } from './harness.ts';

interceptRequests();

test('an export is started with a format and polled by its id', async () => {
  const { client } = aClient();
  nock(API).post('/gammas/g_1/export', { exportAs: 'pdf' }).reply(200, { exportId: 'x_1' });
  nock(API).get('/exports/x_1').reply(200, { status: 'completed', exportUrl: 'https://files.example/1.pdf' });

  expect(await client.exportDoc('g_1', { exportAs: 'pdf' })).toEqual({ exportId: 'x_1' });
  expect(await client.getExport('x_1')).toEqual({
    status: 'completed',
    exportUrl: 'https://files.example/1.pdf',
  });
});

test('the id of an export may be called id', async () => {
  nock(API).post('/gammas/g_1/export').reply(202, { id: 'x_1' });
  expect(await aClient().client.exportDoc('g_1', { exportAs: 'pdf' })).toEqual({ exportId: 'x_1' });
});

test('an unknown format is not sent', async () => {
  const error = await thrownBy(
    InvalidRequest,
    aClient().client.exportDoc('g_1', { exportAs: 'docx' as ExportFormat }),
  );
  expect(error.fields[0]?.field).toBe('exportAs');
});

test('a completed export without a link is pending', async () => {
  nock(API).get('/exports/x_1').reply(200, { status: 'completed', exportUrl: null });
  expect(await aClient().client.getExport('x_1')).toEqual({ status: 'pending' });
});

test.each([
  ['render_timeout', true],
  ['export_failed', true],
  ['something_new', true],
  ['deck_too_large', false],
  ['no_content', false],
])('after %s a new export is worth a try: %s', async (reason, worthAnotherTry) => {
  nock(API).get('/exports/x_1').reply(200, { status: 'failed', error: { reason } });
  expect(await aClient().client.getExport('x_1')).toEqual({
    status: 'failed',
    error: { message: reason, reason },
    worthAnotherTry,
  });
});
