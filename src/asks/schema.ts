import { z } from 'zod';
import {
  agentQualities,
  CARDS_LIMIT,
  exportFormats,
  externalAccess,
  formats,
  imageSizes,
  imageSources,
  imageTypes,
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

/** Slack's ids. They come from forms and messages, and prove no more than that. */
export const channelId = z.string().regex(/^[CDG][A-Z0-9]+$/, 'must be the id of a conversation');
export const personId = z.string().regex(/^[UW][A-Z0-9]+$/, 'must be the id of a person');
export const fileId = z.string().regex(/^F[A-Z0-9]+$/, 'must be the id of a file');
export const messageTs = z.string().regex(/^\d+\.\d+$/, 'must be the ts of a message');

const named = z.object({ id: z.string().min(1), name: z.string() });

const source = z.discriminatedUnion('kind', [
  /** The prompt itself is all there is. */
  z.object({ kind: z.literal('text') }),
  /** A file in Slack whose text is the content; `prompt` may steer it and may be empty. */
  z.object({ kind: z.literal('file'), fileId, name: z.string() }),
  /** A thread in Slack, named by its first message; `prompt` says what to make of it. */
  z.object({
    kind: z.literal('thread'),
    channel: channelId,
    ts: messageTs,
    /** Its beginning, to tell it apart from others in lists. */
    name: z.string().max(100).optional(),
  }),
  /** Messages of a channel since a time, and before `until` where that is given; `prompt` as above. */
  z.object({
    kind: z.literal('channel'),
    channel: channelId,
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

/** What the service has to do: each kind has a file in generations/work/. */
const work = z.discriminatedUnion('kind', [
  /** Makes a new document, in a minute or two. */
  z.object({ kind: z.literal('document') }),
  /** Changes a document that is there; `prompt` says what about it. */
  z.object({
    kind: z.literal('edit'),
    document: z.object({ docId: z.string().min(1), docUrl: z.string().optional(), title: z.string() }),
    /** Until then it waits where somebody else's change is under way; without it, the person is asked. */
    waitUntil: z.iso.datetime().optional(),
  }),
  /** Makes a new document thoroughly, in up to 25 minutes. */
  z.object({ kind: z.literal('agent'), quality: z.enum(agentQualities).optional() }),
  /** Makes one picture of what `prompt` says. */
  z.object({
    kind: z.literal('image'),
    type: z.enum(imageTypes).optional(),
    size: z.enum(imageSizes).optional(),
  }),
]);

export const workKinds = work.options.map(({ shape }) => shape.kind.value);

export const askSchema = z.object({
  /** Slack team (or enterprise) that the ask belongs to. */
  team: z.string().min(1),
  /** Slack user who asked. */
  person: personId,
  /** Asks from before there were several kinds are for documents. */
  work: work.default({ kind: 'document' }),
  source,
  prompt: z.string().max(PROMPT_LIMIT),
  /** A doc of the service whose layout is kept; without it the doc is made from the text alone. */
  template: named.optional(),
  format: z.enum(formats).default('presentation'),
  cards: z.number().int().min(1).max(CARDS_LIMIT).optional(),
  /**
   * Sections of a text: each is kept as a slide or a page, or all are divided anew. Where left out, they are kept if lines of
   * --- stand between them.
   */
  sections: z.enum(['kept', 'free']).optional(),
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
  destination: z.object({ channel: z.union([channelId, personId]), threadTs: z.string().optional() }),
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
