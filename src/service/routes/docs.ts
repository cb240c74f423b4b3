import { z } from 'zod';
import { SEARCH_LIMIT } from '../options.ts';
import { id, lenient, personName, webAddress, withOneIdentity } from './answer.ts';
import { listOf } from './page.ts';
import type { Route } from './route.ts';

const text = lenient(z.string().min(1));
/** A person is an object with a name, or the name alone. */
const person = lenient(z.union([personName, z.object({ name: personName }).transform(({ name }) => name)]));

/** A doc without its content. Times are as the service writes them, ISO 8601. */
const doc = z.preprocess(
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

const hit = z.preprocess(
  withOneIdentity,
  z.object({
    docId: id,
    title: z.string().min(1).catch('Untitled'),
    docUrl: lenient(webAddress),
    /** The words around what was found. */
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
