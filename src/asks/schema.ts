import { z } from 'zod';

/**
 * An ask: what a person (or a schedule) wants made, as data. Limits are the service's
 * (service interface, "Limits"); nothing here does any I/O.
 */

/** Service limit for `inputText` and `prompt`, in characters. */
export const PROMPT_LIMIT = 400_000;
/** The highest tier's card count; a plan may allow fewer and the service then says so. */
export const CARDS_LIMIT = 75;
export const TITLE_LIMIT = 500;
export const STYLE_LIMIT = 5_000;
export const TONE_LIMIT = 500;
export const RECIPIENTS_LIMIT = 25;

export const formats = ['presentation', 'document', 'webpage', 'social'] as const;
export const exportFormats = ['pptx', 'pdf', 'png'] as const;

const named = z.object({ id: z.string().min(1), name: z.string() });

const source = z.discriminatedUnion('kind', [
  /** The prompt itself is all there is. */
  z.object({ kind: z.literal('text') }),
  /** A file in Slack whose text is the content; `prompt` may steer it and may be empty. */
  z.object({ kind: z.literal('file'), fileId: z.string(), name: z.string() }),
  /** A thread in Slack, named by its first message; `prompt` says what to make of it. */
  z.object({
    kind: z.literal('thread'),
    channel: z.string().min(1),
    ts: z.string().min(1),
    /** How it begins, to tell it apart from others in lists. */
    name: z.string().max(100).optional(),
  }),
  /** What was said in a channel since a time, and before another one where that is given; `prompt` as above. */
  z.object({
    kind: z.literal('channel'),
    channel: z.string().min(1),
    since: z.iso.datetime(),
    until: z.iso.datetime().optional(),
  }),
]);

const images = z.object({
  source: z
    .enum([
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
    ])
    .optional(),
  model: z.string().optional(),
  style: z.string().max(STYLE_LIMIT).optional(),
});

const sharing = z.object({
  workspaceAccess: z.enum(['noAccess', 'view', 'comment', 'edit', 'fullAccess']).optional(),
  externalAccess: z.enum(['noAccess', 'view', 'comment', 'edit']).optional(),
  recipients: z.array(z.email()).max(RECIPIENTS_LIMIT).optional(),
  recipientAccess: z.enum(['view', 'comment', 'edit', 'fullAccess']).optional(),
});

export const askSchema = z.object({
  /** Slack team (or enterprise) that the ask belongs to. */
  team: z.string().min(1),
  /** Slack user who asked. */
  person: z.string().min(1),
  source,
  prompt: z.string().max(PROMPT_LIMIT),
  /** A doc of the service whose layout is kept; without it the doc is made from the text alone. */
  template: named.optional(),
  format: z.enum(formats).default('presentation'),
  cards: z.number().int().min(1).max(CARDS_LIMIT).optional(),
  theme: named.optional(),
  folder: named.optional(),
  exportAs: z.enum(exportFormats).optional(),
  title: z.string().min(1).max(TITLE_LIMIT).optional(),
  images: images.optional(),
  sharing: sharing.optional(),
  /** BCP 47 code of the text to write, e.g. `de`. */
  language: z.string().max(35).optional(),
  tone: z.string().max(TONE_LIMIT).optional(),
  audience: z.string().max(TONE_LIMIT).optional(),
  /** The digest that asks, on its schedule or by hand; `person` is then who set it up. */
  digest: z.object({ id: z.string() }).optional(),
  /** Where the outcome goes. Without a thread, our own first message starts one. */
  destination: z.object({ channel: z.string().min(1), threadTs: z.string().optional() }),
});

export type Ask = z.output<typeof askSchema>;
export type Format = (typeof formats)[number];
export type ExportFormat = (typeof exportFormats)[number];
