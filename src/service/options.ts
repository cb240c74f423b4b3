/** Options and limits of the service (API reference, "Resources" and "Limits"). Menus show the options in the order of these lists. */

/** What the service does with a text: writes it out in full, shortens it, or keeps it word for word. */
export const textModes = ['generate', 'condense', 'preserve'] as const;
export type TextMode = (typeof textModes)[number];

export const formats = ['presentation', 'document', 'webpage', 'social'] as const;
export type Format = (typeof formats)[number];

/** File formats of an export. A request can name only one format. `png` is a zip with one picture per slide. */
export const exportFormats = ['pptx', 'pdf', 'png'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const workspaceAccess = ['noAccess', 'view', 'comment', 'edit', 'fullAccess'] as const;
/** Access of everybody who has the link. */
export const externalAccess = ['noAccess', 'view', 'comment', 'edit'] as const;
/** Access of people who are invited by e-mail address. */
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

/** Quality levels of a document that the service's agent makes. They differ in time and credits. */
export const agentQualities = ['lite', 'standard', 'max'] as const;
/** Formats that the service's agent can make: all but web pages. */
export const agentFormats = ['presentation', 'document', 'social'] as const satisfies Format[];

/** Styles of a single picture. */
export const imageTypes = ['illustration', 'scene', 'photo', 'abstract'] as const;
export const imageSizes = ['social-square', 'social-portrait', 'story', 'banner', 'slide'] as const;
export type ImageSize = (typeof imageSizes)[number];

/** Image models, spelled as in the service's API reference. */
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

/** Maximum characters of `inputText` and of `prompt`. */
export const PROMPT_LIMIT = 400_000;
/** Maximum slides of a document, in the service's highest plan. The service refuses the request if the team's plan allows fewer. */
export const CARDS_LIMIT = 75;
/** Maximum items of `pages` in one request. */
export const PAGES_LIMIT = 50;
/** Maximum characters of a title. */
export const TITLE_LIMIT = 500;
/** Maximum characters of `additionalInstructions`. */
export const INSTRUCTIONS_LIMIT = 5_000;
/** Maximum characters of the style of images, and of the prompt for a single image. */
export const STYLE_LIMIT = 5_000;
/** Maximum characters of the tone, and of the audience. */
export const TONE_LIMIT = 500;
/** Matches an e-mail address. Letters of any alphabet are allowed on both sides of the @ (RFC 6531). */
export const emailPattern =
  /^(?:[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+\.)*[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]+)$/iu;
/** Maximum rows per page of a list with a cursor. */
export const PAGE_LIMIT = 50;
/** Maximum rows of a search. A search has no cursor, so further rows cannot be read. */
export const SEARCH_LIMIT = 25;
