import type { z } from 'zod';

/** Returns a schema that treats an invalid value as missing. */
export function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}
