import { z } from 'zod';
import { formats } from '../../service/options.ts';

/**
 * What the form remembers between redraws, in the view's `private_metadata`: what is on display, and what
 * stands in fields that are hidden at the moment. It comes back from the person's Slack, so it is read like
 * any input: what is not right counts as not there, and nothing in it decides what anybody may do.
 */

const choice = z.object({ id: z.string(), name: z.string() });
const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const metadataSchema = z.object({
  /** The person has opened "More options". */
  more: z.boolean().catch(false),
  /** See continuation.ts. */
  joins: z.array(z.enum(['\n', ' ', ''])).catch([]),
  /** What there is to say about the team's connection. */
  connection: optional(z.enum(['unconnected', 'expired', 'key_refused'])),
  /** Whom to ask about it; empty where the person may connect. Who presses is asked about again. */
  askAbout: optional(z.array(z.string().max(20)).max(3)),
  /** The conversation that the form was opened in, where Deckhand is not part of it. */
  absentFrom: optional(z.string()),
  /** The thread that the form was opened on. Whether the person may use it is asked again on submission. */
  source: optional(z.object({ channel: z.string(), ts: z.string(), name: optional(z.string().max(100)) })),
  /** What was found out about it, to be shown. */
  thread: optional(
    z.object({
      isPrivate: z.boolean(),
      usable: optional(
        z.object({
          messages: z.number(),
          people: z.number(),
          from: z.number(),
          to: z.number(),
          excluded: z.object({ marked: z.number(), optedOut: z.number(), asks: z.number() }),
          files: z.number(),
          isWhole: z.boolean(),
        }),
      ),
    }),
  ),
  /** See takesField in form.ts: filled in, but hidden by the choice between text and template. */
  hidden: z
    .object({
      template: optional(choice),
      format: optional(z.enum(formats)),
      cards: optional(z.string()),
      imageSource: optional(z.string()),
      language: optional(z.string()),
      tone: optional(z.string()),
      audience: optional(z.string()),
    })
    .catch({}),
});

export type Metadata = z.output<typeof metadataSchema>;

export function packMetadata(metadata: Metadata): string {
  return JSON.stringify(metadata);
}

export function unpackMetadata(text: string): Metadata {
  return metadataSchema.safeParse(parsed(text)).data ?? metadataSchema.parse({});
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
