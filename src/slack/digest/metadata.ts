import { z } from 'zod';
import type { DigestForm } from './form.ts';

/**
 * What the form remembers between redraws, in the view's `private_metadata`: which digest it changes, and what stands in fields
 * that are hidden at the moment. It comes back from the person's Slack, so it is read like any input: what is not right counts
 * as not there, and nothing in it decides what anybody may do.
 */
const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const metadataSchema = z.object({
  /** The digest that is changed; a new one has none. */
  id: optional(z.string()),
  hidden: z
    .object({
      weekday: optional(z.number().int().min(0).max(6)),
      day: optional(z.union([z.number().int().min(1).max(31), z.literal('last')])),
      time: optional(z.string()),
      line: optional(z.string()),
      from: optional(z.iso.date()),
      person: optional(z.string()),
      link: optional(z.string()),
      language: optional(z.string()),
      tone: optional(z.string()),
    })
    .catch({}),
});

export type DigestMetadata = z.output<typeof metadataSchema>;
/** What is on display besides the fields. */
export type DigestDisplay = Omit<DigestMetadata, 'hidden'>;

export function packMetadata(form: DigestForm, { id }: DigestDisplay): string {
  const { weekday, day, time, line, from, person, link, language, tone } = form;
  const hidden = {
    weekday,
    day,
    time,
    line: line.slice(0, 200),
    from,
    person,
    link: link.slice(0, 300),
    language,
    tone,
  };
  return JSON.stringify({ id, hidden });
}

export function unpackMetadata(text: string): DigestMetadata {
  return metadataSchema.safeParse(parsed(text)).data ?? { hidden: {} };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
