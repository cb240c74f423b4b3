import type { Actor } from '../actor.ts';
import type { ExportFormat } from '../service/options.ts';
import { type Ask, askSchema } from './schema.ts';

/** Parts of an ask that a person (or a digest's settings) may choose. `none` asks for no file beside the document. */
export type Choices = Partial<
  Omit<Ask, 'team' | 'person' | 'source' | 'prompt' | 'destination' | 'exportAs'>
> & {
  exportAs?: ExportFormat | 'none' | undefined;
};

export interface NewAsk {
  actor: Actor;
  source: Ask['source'];
  /** The content itself, or what to make of the source; plain text. */
  words: string;
  /** Chosen for this ask; goes before the defaults. */
  choices?: Choices;
  /** The actor's usual choices there. */
  defaults?: Choices;
  destination: Ask['destination'];
}

/**
 * Characters kept of words about a source. They go to the service as instructions, which take 5,000 together with our own
 * sentences.
 */
export const STEERING_LIMIT = 4000;

/**
 * An ask from words and defaults, for every surface that has no form.
 * @throws ZodError where a part exceeds the service's limits
 */
export function newAsk({ actor, source, words, choices = {}, defaults = {}, destination }: NewAsk): Ask {
  // Made thoroughly, a template keeps its theme: one that somebody usually has is not meant then.
  const isThoroughTemplate = choices.work?.kind === 'agent' && choices.template;
  const wanted = firstOf(choices, isThoroughTemplate ? { ...defaults, theme: undefined } : defaults);
  const exportAs = wanted.exportAs ?? usualExport(wanted.format);
  return askSchema.parse({
    ...wanted,
    team: actor.team,
    person: actor.person,
    source,
    prompt: (source.kind === 'text' ? words : words.slice(0, STEERING_LIMIT)).trim(),
    exportAs: exportAs === 'none' ? undefined : exportAs,
    destination,
  });
}

function usualExport(format: Ask['format'] = 'presentation'): ExportFormat {
  return format === 'presentation' ? 'pptx' : 'pdf';
}

/** Merges choices: the first one that has a part decides it. An undefined part does not hide a default. */
export function firstOf(...choices: Choices[]): Choices {
  const parts = choices.toReversed().flatMap((one) => Object.entries(one));
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}
