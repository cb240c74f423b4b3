/** The image models of the interface. */
export const imageModels = [
  'dall-e-3',
  'flux-1-pro',
  'flux-1-quick',
  'flux-1-ultra',
  'flux-2-flex',
  'flux-2-klein',
  'flux-2-max',
  'flux-2-pro',
  'flux-kontext-fast',
  'flux-kontext-max',
  'flux-kontext-pro',
  'gemini-2.5-flash-image',
  'gemini-3-pro-image',
  'gemini-3-pro-image-hd',
  'gemini-3.1-flash-image',
  'gemini-3.1-flash-image-hd',
  'gemini-3.1-flash-image-mini',
  'gpt-image-1-high',
  'gpt-image-1-medium',
  'gpt-image-1-mini-high',
  'gpt-image-1-mini-low',
  'gpt-image-1-mini-medium',
  'gpt-image-2',
  'gpt-image-2-hd',
  'gpt-image-2-mini',
  'ideogram-v3',
  'ideogram-v3-quality',
  'ideogram-v3-turbo',
  'leonardo-motion-2',
  'leonardo-motion-2-fast',
  'leonardo-phoenix',
  'luma-photon-1',
  'luma-photon-flash-1',
  'luma-ray-2',
  'luma-ray-2-flash',
  'recraft-v3',
  'recraft-v3-svg',
  'recraft-v4',
  'recraft-v4-pro',
  'recraft-v4-svg',
  'veo-3.1',
  'veo-3.1-fast',
] as const;

export type ImageModel = (typeof imageModels)[number];

/** Models of moving pictures, which need a higher plan than the sandbox has. */
const MOTION = /^(veo|luma-ray|leonardo-motion)/;
const COSTLY = /(-hd|-high|-max|-ultra|-quality|-pro-image|v4-pro)$/;
const CHEAP = /(-quick|-fast|-turbo|-mini|-low|-klein|flash-1)$/;

export function isOnPlan(model: ImageModel): boolean {
  return !MOTION.test(model);
}

/** Returns the credits for one picture. The service publishes no prices. These have the same order as its models. */
export function priceOfImage(model: ImageModel): number {
  if (COSTLY.test(model)) return 20;
  return CHEAP.test(model) ? 2 : 8;
}
