/** The interface's lists of values, repeated here, so that a misspelt, lost or added value in the lists of the stand-in or of the app is found. */

const MODELS = `dall-e-3 flux-1-pro flux-1-quick flux-1-ultra flux-2-flex flux-2-klein flux-2-max flux-2-pro
  flux-kontext-fast flux-kontext-max flux-kontext-pro gemini-2.5-flash-image gemini-3-pro-image
  gemini-3-pro-image-hd gemini-3.1-flash-image gemini-3.1-flash-image-hd gemini-3.1-flash-image-mini
  gpt-image-1-high gpt-image-1-medium gpt-image-1-mini-high gpt-image-1-mini-low gpt-image-1-mini-medium
  gpt-image-2 gpt-image-2-hd gpt-image-2-mini ideogram-v3 ideogram-v3-quality ideogram-v3-turbo
  leonardo-motion-2 leonardo-motion-2-fast leonardo-phoenix luma-photon-1 luma-photon-flash-1 luma-ray-2
  luma-ray-2-flash recraft-v3 recraft-v3-svg recraft-v4 recraft-v4-pro recraft-v4-svg veo-3.1 veo-3.1-fast`.split(
  /\s+/,
);

/** Each with the field of a request that has such a value, and a value that is not in the list. */
export const LISTS: [what: string, values: string[], field: (value: string) => object, other: string][] = [
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
