import { z } from 'zod';
import { lenient } from '../../lenient.ts';
import { SEARCH_LIMIT } from '../options.ts';
import { id, webAddress, withOneIdentity } from './answer.ts';
import { listOf, namedPageQuery, pageOf } from './page.ts';
import type { Route } from './route.ts';

const keywords = z.array(z.string()).catch([]);

const theme = z.object({
  id,
  name: z.string(),
  /** `standard` themes belong to the service, `custom` themes to the workspace. */
  type: z.enum(['standard', 'custom']).catch('standard'),
  colorKeywords: keywords,
  toneKeywords: keywords,
  previewUrl: lenient(z.string()),
});

const folder = z.object({ id, name: z.string() });

/** Parameters of the search for templates. The results have only one page, so there is no cursor. */
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
    /** Id of the template. A request to make a document contains it as `templateId`. */
    id: docId,
    name: title ?? name ?? 'Untitled',
    description,
    url: docUrl,
  }));

/** Schema of the templates in the answer. The answer's other list, `exploreTemplates`, is ignored, because a generation cannot use it. */
const templateHits = listOf(template, 'workspaceTemplates');

export const listRoutes = {
  /** One page of standard and custom themes. */
  listThemes: { method: 'GET', path: '/themes', request: namedPageQuery, answer: pageOf(theme) },
  /** One page of the folders of the connected person. */
  listFolders: { method: 'GET', path: '/folders', request: namedPageQuery, answer: pageOf(folder) },
  /** Templates of the workspace, best match first. */
  searchTemplates: {
    method: 'GET',
    path: '/templates/search',
    request: templateQuery,
    answer: templateHits,
  },
} as const satisfies Record<string, Route>;
