import { z } from 'zod';

/** Returns the schema of a whole number in a query. */
export function wholeNumber(least: number, most: number) {
  return z
    .string()
    .regex(/^-?\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(least).max(most));
}

/** The interface's "Pagination rules" for themes and folders. The default limit is from the field notes. */
export const pageQuery = z.strictObject({
  query: z.string().optional(),
  limit: wholeNumber(1, 50).default(20),
  after: z.string().min(1).optional(),
});

export type PageQuery = z.output<typeof pageQuery>;

export const templatesQuery = z.strictObject({
  q: z.string().max(500).optional(),
  limit: wholeNumber(1, 25).default(10),
});
