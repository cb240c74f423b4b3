import type { z } from 'zod';
import type { Actor } from '../actor.ts';
import type { ExportFormat } from '../service/options.ts';
import { type Ask, type accessSchema, askSchema } from './schema.ts';

/** The parts of an ask that a person or the settings of a digest may choose. If `exportAs` is `none`, no file is exported. */
export type Choices = Partial<
  Omit<Ask, 'team' | 'person' | 'source' | 'prompt' | 'destination' | 'exportAs'>
> & {
  exportAs?: ExportFormat | 'none' | undefined;
};

type Access = z.output<typeof accessSchema>;

export interface NewAsk {
  actor: Actor;
  source: Ask['source'];
  /** Plain text that the person typed. For the source `text`, it is the content of the document. For other sources, it is instructions. */
  words: string;
  /** Choices for this ask, which override the defaults. */
  choices?: Choices;
  defaults?: Choices & Access;
  destination: Ask['destination'];
}

/**
 * Creates an ask from typed text and defaults, without a form.
 * @throws ZodError if a part exceeds the service's limits
 */
export function newAsk({ actor, source, words, choices = {}, defaults = {}, destination }: NewAsk): Ask {
  // A thorough document from a template keeps the template's theme, so a default theme is dropped.
  const isThoroughTemplate = choices.work?.kind === 'agent' && choices.template;
  const usual = isThoroughTemplate ? { ...defaults, theme: undefined } : defaults;
  const isImage = choices.work?.kind === 'image';
  // A picture is no document, so the defaults for folder and access do not apply.
  const wanted = firstOf(choices, isImage ? { theme: usual.theme } : usual);
  // The service makes a picture as a file, so nothing is exported.
  const exportAs = isImage ? 'none' : (wanted.exportAs ?? usualExport(wanted.format));
  return askSchema.parse({
    ...wanted,
    ...(!isImage && { sharing: sharingWith(choices.sharing, source, defaults) }),
    team: actor.team,
    person: actor.person,
    source,
    prompt: words.trim(),
    exportAs: exportAs === 'none' ? undefined : exportAs,
    destination,
  });
}

/** Returns who may open the document. For a conversation, which may be private, defaults that give access are ignored. */
function sharingWith(
  chosen: Ask['sharing'],
  { kind }: Ask['source'],
  { workspaceAccess, externalAccess }: Access,
): Ask['sharing'] {
  const isTalk = kind === 'thread' || kind === 'channel';
  const usual = Object.entries({ workspaceAccess, externalAccess }).filter(
    ([, level]) => level && (!isTalk || level === 'noAccess'),
  );
  return chosen || usual.length > 0 ? { ...Object.fromEntries(usual), ...chosen } : undefined;
}

/** Format of the exported file by default. Posts are exported as pictures. Web pages are not exported, because people read them online. */
const usualExports = { presentation: 'pptx', document: 'pdf', webpage: 'none', social: 'png' } as const;

export const usualExport = (format: Ask['format'] = 'presentation') => usualExports[format];

/** Merges choices. If several arguments define a property, the value of the first one is used. */
export function firstOf<C extends Choices>(...choices: C[]): C {
  const parts = choices.toReversed().flatMap((one) => Object.entries(one));
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined)) as C;
}
