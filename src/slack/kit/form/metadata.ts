import type { z } from 'zod';
import { type FormView, metadataIn } from './form.ts';

/**
 * A view's `private_metadata`: the display and the carried entries, side by side. It comes back from the person's Slack, so
 * a part that is not right counts as not there, and nothing in it decides what anybody may do.
 */

export function packMetadata(display: object, carried: object): string {
  return JSON.stringify({ ...carried, ...display });
}

/** @param schema must accept an empty object */
export function displayIn<Display>(view: FormView, schema: z.ZodType<Display>): Display {
  return schema.safeParse(metadataIn(view.private_metadata)).data ?? schema.parse({});
}

/** A part that counts as not there where it is not right. */
export function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}
