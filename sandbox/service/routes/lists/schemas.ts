import { z } from 'zod';

/** A whole number as it comes in a query. */
export function wholeNumber(least: number, most: number) {
  return z
    .string()
    .regex(/^-?\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(least).max(most));
}

/** Themes and folders: the interface's "Pagination rules", and 20 a batch where no limit is named (field notes). */
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
