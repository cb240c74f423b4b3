/**
 * The service's own lists and limits (service interface, "Resources" and "Limits"): the one home of each. Lists are in
 * the order in which menus show them. Nothing here calls anything.
 */

export const formats = ['presentation', 'document', 'webpage', 'social'] as const;
export type Format = (typeof formats)[number];

/** One per request. `png` comes as a zip with one picture per card. */
export const exportFormats = ['pptx', 'pdf', 'png'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const workspaceAccess = ['noAccess', 'view', 'comment', 'edit', 'fullAccess'] as const;
/** By a shared link. */
export const externalAccess = ['noAccess', 'view', 'comment', 'edit'] as const;
/** For people who are named by e-mail address. */
export const recipientAccess = ['view', 'comment', 'edit', 'fullAccess'] as const;

export const imageSources = [
  'aiGenerated',
  'webFreeToUseCommercially',
  'webFreeToUse',
  'webAllImages',
  'pexels',
  'giphy',
  'pictographic',
  'themeAccent',
  'placeholder',
  'noImages',
] as const;

/** How much a thorough document may cost in time and credits. */
export const agentQualities = ['lite', 'standard', 'max'] as const;
/** The thorough agent makes no web pages. */
export const agentFormats = ['presentation', 'document', 'social'] as const satisfies Format[];

/** Of a single picture. */
export const imageTypes = ['illustration', 'scene', 'photo', 'abstract'] as const;
export const imageSizes = ['social-square', 'social-portrait', 'story', 'banner', 'slide'] as const;

/** Spelled exactly as the interface names them. */
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

/** Characters of `inputText` and of `prompt`. */
export const PROMPT_LIMIT = 400_000;
/** The highest plan's; the service itself says where a plan allows fewer. */
export const CARDS_LIMIT = 75;
/** Pages of one request, from the field notes. */
export const PAGES_LIMIT = 50;
/** Characters. */
export const TITLE_LIMIT = 500;
/** Characters of additional instructions. */
export const INSTRUCTIONS_LIMIT = 5_000;
/** Characters of the style of images, and of the prompt for a single image. */
export const STYLE_LIMIT = 5_000;
/** Characters of the tone, and of the audience. */
export const TONE_LIMIT = 500;
/** From the field notes; the interface names no upper bound. */
export const RECIPIENTS_LIMIT = 25;
/** Rows of one batch of a list that has a cursor. */
export const PAGE_LIMIT = 50;
/** Rows of a search, which has no cursor. */
export const SEARCH_LIMIT = 25;
