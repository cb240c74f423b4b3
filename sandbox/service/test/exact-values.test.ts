import { expect, test } from 'vitest';
import { routes } from '../routes/routes.ts';
import { startHarness } from './harness.ts';

/** The interface's lists, written out once more: a value that is misspelt in the stand-in's own lists is seen here. */

const MODELS = `dall-e-3 flux-1-pro flux-1-quick flux-1-ultra flux-2-flex flux-2-klein flux-2-max flux-2-pro
  flux-kontext-fast flux-kontext-max flux-kontext-pro gemini-2.5-flash-image gemini-3-pro-image
  gemini-3-pro-image-hd gemini-3.1-flash-image gemini-3.1-flash-image-hd gemini-3.1-flash-image-mini
  gpt-image-1-high gpt-image-1-medium gpt-image-1-mini-high gpt-image-1-mini-low gpt-image-1-mini-medium
  gpt-image-2 gpt-image-2-hd gpt-image-2-mini ideogram-v3 ideogram-v3-quality ideogram-v3-turbo
  leonardo-motion-2 leonardo-motion-2-fast leonardo-phoenix luma-photon-1 luma-photon-flash-1 luma-ray-2
  luma-ray-2-flash recraft-v3 recraft-v3-svg recraft-v4 recraft-v4-pro recraft-v4-svg veo-3.1 veo-3.1-fast`.split(
  /\s+/,
);

const LISTS: [what: string, values: string[], field: (value: string) => object, other: string][] = [
  ['image models', MODELS, (model) => ({ imageOptions: { model } }), 'flux-3'],
  ['exports', ['pdf', 'png', 'pptx'], (exportAs) => ({ exportAs }), 'PDF'],
  [
    'access for members',
    ['comment', 'edit', 'fullAccess', 'noAccess', 'view'],
    (workspaceAccess) => ({ sharingOptions: { workspaceAccess } }),
    'none',
  ],
  [
    'access from outside',
    ['comment', 'edit', 'noAccess', 'view'],
    (externalAccess) => ({ sharingOptions: { externalAccess } }),
    'fullAccess',
  ],
  [
    'access by e-mail',
    ['comment', 'edit', 'fullAccess', 'view'],
    (access) => ({ sharingOptions: { emailOptions: { recipients: ['a@b.example'], access } } }),
    'noAccess',
  ],
];

test.each(LISTS)('%s', async (_, values, field, other) => {
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

test('every route that is not about a doc’s own words wants more than a read-only scope', () => {
  const readable = routes
    .filter(({ scope }) => scope === 'doc:read')
    .map(({ method, path }) => `${method} ${path}`);
  expect(readable.sort()).toEqual(['GET /gammas/search', 'GET /gammas/{gammaId}', 'GET /me']);
});
