import { z } from 'zod';
import { PERSON_ID } from '../actor.ts';
import {
  agentQualities,
  CARDS_LIMIT,
  emailPattern,
  exportFormats,
  externalAccess,
  formats,
  imageSizes,
  imageSources,
  imageTypes,
  PROMPT_LIMIT,
  recipientAccess,
  STYLE_LIMIT,
  TITLE_LIMIT,
  TONE_LIMIT,
  textModes,
  workspaceAccess,
} from '../service/options.ts';
import { outlineSchema } from './outline.ts';

/** The schema of an ask: what a person (or a schedule) wants made. The allowed values and the limits are those of the service. */

/** Ids from Slack. The schemas check only the pattern of an id. Admission checks access, because an id from a form can be forged. */
export const channelId = z.string().regex(/^[CDG][A-Z0-9]+$/, 'must be the id of a conversation');
export const personId = z.string().regex(PERSON_ID, 'must be the id of a person');
export const fileId = z.string().regex(/^F[A-Z0-9]+$/, 'must be the id of a file');
export const messageTs = z.string().regex(/^\d+\.\d+$/, 'must be the ts of a message');

/** Returns true for the id of a person. A message posted to this id appears in Deckhand's direct messages with the person. */
export function isPersonId(id: string): boolean {
  return personId.safeParse(id).success;
}

/** Returns true for the id of a direct message, with Deckhand or between two people. Ids of group messages begin with C or G. */
export function isDirectMessageId(id: string): boolean {
  return id.startsWith('D');
}

export const FILES_LIMIT = 5;

const sourceFile = z.object({ id: fileId, name: z.string() });
export type SourceFile = z.output<typeof sourceFile>;
const sourceFiles = z.array(sourceFile).min(1).max(FILES_LIMIT);
/** True if the speaker notes of the presentations among the files are read as well. */
const withNotes = z.boolean().optional();

const named = z.object({ id: z.string().min(1), name: z.string() });

const source = z.discriminatedUnion('kind', [
  /** A text that the person typed. The text is in `prompt`. */
  z.object({ kind: z.literal('text') }),
  /** Files of the asker in Slack, whose text is the document's content. `prompt` is not content but instructions, and may be empty. */
  z.object({ kind: z.literal('file'), files: sourceFiles, withNotes }),
  /** A thread in Slack (`ts`: its first message), whose messages are the content. `prompt` has instructions, `files` the selected files. */
  z.object({
    kind: z.literal('thread'),
    channel: channelId,
    ts: messageTs,
    /** Beginning of the thread's first message. It names the thread in lists. */
    name: z.string().max(100).optional(),
    files: sourceFiles.optional(),
    withNotes,
  }),
  /** The messages of a channel from `since` until `until` (exclusive; default: now). `prompt` is not content but instructions. */
  z.object({
    kind: z.literal('channel'),
    channel: channelId,
    since: z.iso.datetime(),
    until: z.iso.datetime().optional(),
    files: sourceFiles.optional(),
    withNotes,
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
  recipients: z.array(z.email({ pattern: emailPattern })).optional(),
  recipientAccess: z.enum(recipientAccess).optional(),
  /** True if the ask gave people outside access, which the team's rule took away (`closedOutside`). Cards and results say so. */
  isCapped: z.boolean().optional(),
});

/** The kind of work that the service does. Each kind is implemented in generations/work/kinds.ts. */
const work = z.discriminatedUnion('kind', [
  /** Makes a new document, in a minute or two. */
  z.object({ kind: z.literal('document') }),
  /** Changes an existing document. `prompt` describes the change. */
  z.object({
    kind: z.literal('edit'),
    document: z.object({ docId: z.string().min(1), docUrl: z.string().optional(), title: z.string() }),
  }),
  /** Makes a new document thoroughly, in up to 25 minutes. */
  z.object({ kind: z.literal('agent'), quality: z.enum(agentQualities).optional() }),
  /** Makes one picture, which `prompt` describes. */
  z.object({
    kind: z.literal('image'),
    type: z.enum(imageTypes).optional(),
    size: z.enum(imageSizes).optional(),
  }),
]);

export const workKinds = work.options.map(({ shape }) => shape.kind.value);

export const askSchema = z.object({
  /** Slack team (or Enterprise organisation) that the ask belongs to. */
  team: z.string().min(1),
  /** Slack user who asked. */
  person: personId,
  /** The kind of work. By default a quick document. */
  work: work.default({ kind: 'document' }),
  source,
  prompt: z.string().max(PROMPT_LIMIT),
  /** Number of lines at the end of `prompt` that say how to make the document and are not part of its text (wishes.ts). */
  wishes: z.number().int().min(0).optional(),
  /** A document at the service whose layout the new document keeps. */
  template: named.optional(),
  format: z.enum(formats).default('presentation'),
  slides: z.number().int().min(1).max(CARDS_LIMIT).optional(),
  /** `kept`: each section of the text becomes a slide or page. `free`: the service divides the text. Default: see `keptSections`. */
  sections: z.enum(['kept', 'free']).optional(),
  /** Which sections of the text become which slides. The person can edit the outline before credits are spent. */
  outline: outlineSchema.optional(),
  /** Number of characters of the source's text, once a file or a conversation was read. The expected cost is compared by it. */
  characters: z.number().optional(),
  /** How the service treats the text. If omitted, `textModeOf` (request-text.ts) chooses. */
  textMode: z.enum(textModes).optional(),
  theme: named.optional(),
  folder: named.optional(),
  exportAs: z.enum(exportFormats).optional(),
  title: z.string().min(1).max(TITLE_LIMIT).optional(),
  images: images.optional(),
  sharing: sharing.optional(),
  /** BCP 47 code of the language to write in, such as `de`. */
  language: z.string().max(35).optional(),
  tone: z.string().max(TONE_LIMIT).optional(),
  audience: z.string().max(TONE_LIMIT).optional(),
  /** The digest whose run made the ask. The `person` of such an ask is the owner of the digest. */
  digest: z.object({ id: z.string() }).optional(),
  /** Where the result is posted. If `threadTs` is omitted, Deckhand's first message about the ask starts a thread. */
  destination: z.object({ channel: z.union([channelId, personId]), threadTs: z.string().optional() }),
});

export type Ask = z.output<typeof askSchema>;

/** The parts of an ask that can have a default. */
export const styleSchema = askSchema.pick({
  format: true,
  theme: true,
  exportAs: true,
  language: true,
  tone: true,
  textMode: true,
  folder: true,
});

/** Who may open a document. This schema has only the access levels that can have a default. */
export const accessSchema = sharing.pick({ workspaceAccess: true, externalAccess: true });

/** The parts of an ask that people choose in the settings of a digest. */
export const digestChoicesSchema = styleSchema.extend({
  template: askSchema.shape.template,
  slides: askSchema.shape.slides,
  audience: askSchema.shape.audience,
  images: askSchema.shape.images,
  sharing: askSchema.shape.sharing,
  work: work.optional(),
});
