import { z } from 'zod';
import { SEARCH_LIMIT } from '../options.ts';
import { id, lenient, rows, webAddress, withOneIdentity } from './answer.ts';
import { namedPageQuery, pageOf } from './page.ts';
import type { Route } from './route.ts';

const keywords = z.array(z.string()).catch([]);

const theme = z.object({
  id,
  name: z.string(),
  /** `standard` ones are everybody's, `custom` ones the workspace's own. */
  type: z.enum(['standard', 'custom']).catch('standard'),
  colorKeywords: keywords,
  toneKeywords: keywords,
  previewUrl: lenient(z.string()),
});

const folder = z.object({ id, name: z.string() });

/** There is no cursor. */
const templateQuery = z.strictObject({
  q: z.string().optional(),
  limit: z.number().int().min(1).max(SEARCH_LIMIT).optional(),
});

const template = z
  .preprocess(
    withOneIdentity,
    z.object({
      docId: id,
      title: lenient(z.string().min(1)),
      name: lenient(z.string().min(1)),
      description: lenient(z.string()),
      docUrl: lenient(webAddress),
    }),
  )
  .transform(({ docId, title, name, description, docUrl }) => ({
    /** As `templateId` of a generation wants it. */
    id: docId,
    name: title ?? name ?? 'Untitled',
    description,
    url: docUrl,
  }));

/** The service's own `exploreTemplates` are left out: a generation cannot be made from them. */
const templateHits = z
  .object({ workspaceTemplates: rows(template) })
  .transform(({ workspaceTemplates }) => workspaceTemplates);

/** Themes, folders and templates of a workspace. */
export const listRoutes = {
  /** One batch of the workspace's and everybody's themes. */
  listThemes: { method: 'GET', path: '/themes', request: namedPageQuery, answer: pageOf(theme) },
  /** One batch of the folders that the connected person belongs to. */
  listFolders: { method: 'GET', path: '/folders', request: namedPageQuery, answer: pageOf(folder) },
  /** Templates of the workspace, best match first. */
  searchTemplates: {
    method: 'GET',
    path: '/templates/search',
    request: templateQuery,
    answer: templateHits,
  },
} as const satisfies Record<string, Route>;
