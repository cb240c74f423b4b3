import { z } from 'zod';
import { SEARCH_LIMIT } from '../options.ts';
import { fieldsOf, id, lenient, webAddress, withDocNames } from './answer.ts';
import { listOf } from './page.ts';
import type { Route } from './route.ts';

const text = lenient(z.string().min(1));
/** A person is an object with a name, or the name alone. */
const person = lenient(
  z.union([z.string().min(1), z.object({ name: z.string() }).transform(({ name }) => name)]),
);

/** A doc without its content. Times are as the service writes them, ISO 8601. */
interface Doc {
  docId: string;
  title?: string;
  docUrl?: string;
  type?: string;
  thumbnailUrl?: string;
  author?: string;
  createdTime?: string;
  updatedTime?: string;
  archived?: boolean;
}

/** The doc's id and address come under three names. */
function withOneIdentity(row: unknown): unknown {
  const fields = fieldsOf(withDocNames(row));
  return fields && { ...fields, docId: fields.docId ?? fields.id, docUrl: fields.docUrl ?? fields.url };
}

const doc: z.ZodType<Doc> = z.preprocess(
  withOneIdentity,
  z.object({
    docId: id,
    title: text,
    docUrl: lenient(webAddress),
    type: text,
    thumbnailUrl: lenient(webAddress),
    author: person,
    createdTime: text,
    updatedTime: text,
    archived: lenient(z.boolean()),
  }),
);

const docQuery = z.strictObject({
  q: z.string().optional(),
  createdBy: z.string().min(1).optional(),
  updatedAfter: z.iso.datetime({ offset: true }).optional(),
  updatedBefore: z.iso.datetime({ offset: true }).optional(),
  includeArchived: z.boolean().optional(),
  /** Service limit; there is no cursor. */
  limit: z.number().int().min(1).max(SEARCH_LIMIT).optional(),
});
interface DocHit {
  docId: string;
  title: string;
  docUrl?: string;
  /** The words around what was found. */
  highlight?: string;
  createdBy?: string;
  updatedTime?: string;
  archived?: boolean;
}

const hit: z.ZodType<DocHit> = z.preprocess(
  withOneIdentity,
  z.object({
    docId: id,
    title: z.string().min(1).catch('Untitled'),
    docUrl: lenient(webAddress),
    highlight: text,
    createdBy: person,
    updatedTime: text,
    archived: lenient(z.boolean()),
  }),
);

const docHits = listOf(hit, 'hits');

/** Archiving and deleting have nothing to say that the status does not. */
const nothingMore = z.unknown().transform((): void => undefined);

export const docRoutes = {
  /** Not every deployment has it: be ready for `NotFound`. */
  getDoc: { method: 'GET', path: '/gammas/{gammaId}', answer: doc },
  /** Best match first. `Unavailable` while the service's search is. */
  searchDocs: { method: 'GET', path: '/gammas/search', request: docQuery, answer: docHits },
  /** May be done again. Needs edit permission; a web slug instead of a `docId` is `Forbidden`. Costs no credits. */
  archiveDoc: { method: 'POST', path: '/gammas/{gammaId}/archive', answer: nothingMore },
  /** Archives first if need be. Needs a workspace admin. */
  deleteDoc: { method: 'DELETE', path: '/gammas/{gammaId}', answer: nothingMore },
} as const satisfies Record<string, Route>;
