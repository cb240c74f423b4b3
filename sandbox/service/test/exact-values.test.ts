import { expect, test } from 'vitest';
import { routes } from '../routes/routes.ts';
import { LISTS } from './exact-lists.ts';
import { startHarness } from './harness.ts';

test.each(LISTS)('both routes accept all %s and no others', async (_, values, field, other) => {
  const { post, service } = await startHarness();
  service.setCredits(1_000_000);
  const status = async (value: string) => {
    const own = await post('/generations', { inputText: 'x', ...field(value) });
    const template = { prompt: 'x', gammaId: 'g_tmpl_one_pager_northwind', ...field(value) };
    const fromTemplate = await post('/generations/from-template', template);
    return [own.status, fromTemplate.status];
  };
  for (const value of values) expect(await status(value), value).toEqual([200, 200]);
  expect(await status(other)).toEqual([400, 400]);
});

test('the read-only scope allows three routes', () => {
  const readable = routes
    .filter(({ scope }) => scope === 'doc:read')
    .map(({ method, path }) => `${method} ${path}`);
  expect(readable.sort()).toEqual(['GET /gammas/search', 'GET /gammas/{gammaId}', 'GET /me']);
});
