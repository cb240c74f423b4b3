import type { Actor } from '../actor.ts';
import type { ExportFormat } from '../service/options.ts';
import { type Ask, askSchema } from './schema.ts';

/** The parts of an ask that a person or the settings of a digest may choose. `none`: no file is exported. */
export type Choices = Partial<
  Omit<Ask, 'team' | 'person' | 'source' | 'prompt' | 'destination' | 'exportAs'>
> & {
  exportAs?: ExportFormat | 'none' | undefined;
};

export interface NewAsk {
  actor: Actor;
  source: Ask['source'];
  /** Plain text. If the source is `text`, it is the content. Otherwise it is instructions about the source. */
  words: string;
  /** Choices for this ask, which override the defaults. */
  choices?: Choices;
  /** The actor's defaults. */
  defaults?: Choices;
  destination: Ask['destination'];
}

/**
 * Creates an ask from words and defaults, for surfaces without a form.
 * @throws ZodError if a part exceeds the service's limits
 */
export function newAsk({ actor, source, words, choices = {}, defaults = {}, destination }: NewAsk): Ask {
  // A thorough document from a template keeps the template's theme, so a default theme is dropped.
  const isThoroughTemplate = choices.work?.kind === 'agent' && choices.template;
  const wanted = firstOf(choices, isThoroughTemplate ? { ...defaults, theme: undefined } : defaults);
  // The service makes a picture as a file, so nothing is exported.
  const exportAs = wanted.work?.kind === 'image' ? 'none' : (wanted.exportAs ?? usualExport(wanted.format));
  return askSchema.parse({
    ...wanted,
    team: actor.team,
    person: actor.person,
    source,
    prompt: words.trim(),
    exportAs: exportAs === 'none' ? undefined : exportAs,
    destination,
  });
}

/** Returns the file format of an ask that names none: PowerPoint for a presentation, otherwise PDF. */
export function usualExport(format: Ask['format'] = 'presentation'): ExportFormat {
  return format === 'presentation' ? 'pptx' : 'pdf';
}

/** Merges choices. If several arguments define a property, the first argument wins. */
export function firstOf<C extends Choices>(...choices: C[]): C {
  const parts = choices.toReversed().flatMap((one) => Object.entries(one));
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined)) as C;
}

/**
 * Returns an ask with sharing settings that give other people no access to the document. For asks with private content. An access that the
 * asker chose is kept.
 */
export function closedToOthers(ask: Ask): Ask {
  return { ...ask, sharing: { workspaceAccess: 'noAccess', externalAccess: 'noAccess', ...ask.sharing } };
}
