import { z } from 'zod';

/** Service interface, "Image options": the models it names, spelled exactly. */
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

const imageSources = [
  'aiGenerated',
  'pictographic',
  'pexels',
  'giphy',
  'webAllImages',
  'webFreeToUse',
  'webFreeToUseCommercially',
  'themeAccent',
  'placeholder',
  'noImages',
] as const;

/** From a template, only the model and the style of new images can be chosen. */
export const templateImageOptions = z.strictObject({
  model: z.string().pipe(z.enum(imageModels)).optional(),
  style: z.string().max(5_000).optional(),
});

export const imageOptions = templateImageOptions.extend({ source: z.enum(imageSources).optional() });
