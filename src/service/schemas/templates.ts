import { z } from 'zod';
import { SEARCH_LIMIT } from '../options.ts';
import { id, lenient, rows, webAddress, withDocNames } from './answer.ts';

/** Service limit for `limit`; there is no cursor. */
export const templateQuery = z.strictObject({
  q: z.string().optional(),
  limit: z.number().int().min(1).max(SEARCH_LIMIT).optional(),
});
export type TemplateQuery = z.input<typeof templateQuery>;

export interface Template {
  /** The template's `docId`: what `templateId` of a generation wants. */
  id: string;
  name: string;
  url?: string;
}

const template = z
  .preprocess(
    withDocNames,
    z.object({
      id: lenient(id),
      docId: lenient(id),
      title: lenient(z.string().min(1)),
      name: lenient(z.string().min(1)),
      url: lenient(webAddress),
      docUrl: lenient(webAddress),
    }),
  )
  .transform((row, context): Template => {
    const templateId = row.docId ?? row.id;
    if (!templateId) {
      context.addIssue({ code: 'custom', message: 'has no id' });
      return z.NEVER;
    }
    const url = row.url ?? row.docUrl;
    return { id: templateId, name: row.title ?? row.name ?? 'Untitled', ...(url && { url }) };
  });

/** The service's own `exploreTemplates` are left out: a generation cannot be made from them. */
export const templateHits = z
  .object({ workspaceTemplates: rows(template) })
  .transform(({ workspaceTemplates }) => workspaceTemplates);
