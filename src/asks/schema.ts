import { z } from 'zod';
import {
  CARDS_LIMIT,
  exportFormats,
  externalAccess,
  formats,
  imageSources,
  PROMPT_LIMIT,
  RECIPIENTS_LIMIT,
  recipientAccess,
  STYLE_LIMIT,
  TITLE_LIMIT,
  TONE_LIMIT,
  workspaceAccess,
} from '../service/options.ts';

/**
 * An ask: what a person (or a schedule) wants made, as data. Lists and limits are the service's; nothing here does
 * any I/O.
 */

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
    /** Its beginning, to tell it apart from others in lists. */
    name: z.string().max(100).optional(),
  }),
  /** Messages of a channel since a time, and before `until` where that is given; `prompt` as above. */
  z.object({
    kind: z.literal('channel'),
    channel: z.string().min(1),
    since: z.iso.datetime(),
    until: z.iso.datetime().optional(),
  }),
]);

const images = z.object({
  source: z.enum(imageSources).optional(),
  model: z.string().optional(),
  style: z.string().max(STYLE_LIMIT).optional(),
});

const sharing = z.object({
  workspaceAccess: z.enum(workspaceAccess).optional(),
  externalAccess: z.enum(externalAccess).optional(),
  recipients: z.array(z.email()).max(RECIPIENTS_LIMIT).optional(),
  recipientAccess: z.enum(recipientAccess).optional(),
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

/** How somebody likes their documents: each part can have a default, and all go along with a digest. */
export const styleSchema = askSchema.pick({
  format: true,
  theme: true,
  exportAs: true,
  language: true,
  tone: true,
});
