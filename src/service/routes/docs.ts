import { z } from 'zod';
import { lenient } from '../../lenient.ts';
import { SEARCH_LIMIT } from '../options.ts';
import { id, personName, webAddress, withOneIdentity } from './answer.ts';
import { listOf } from './page.ts';
import type { Route } from './route.ts';

const text = lenient(z.string().min(1));
/** A person is an object with a name, or a string. */
const person = lenient(z.union([personName, z.object({ name: personName }).transform(({ name }) => name)]));

/** A doc without its content. Times are ISO 8601. */
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
  /** The service's limit. There is no cursor. */
  limit: z.number().int().min(1).max(SEARCH_LIMIT).optional(),
});

const hit = z.preprocess(
  withOneIdentity,
  z.object({
    docId: id,
    title: z.string().min(1).catch('Untitled'),
    docUrl: lenient(webAddress),
    /** The text around the match. */
    highlight: text,
    createdBy: person,
    updatedTime: text,
    archived: lenient(z.boolean()),
  }),
);

const docHits = listOf(hit, 'hits');

/** Schema of an answer whose body is not needed. */
const ignoredBody = z.unknown().transform(() => undefined);

export const docRoutes = {
  /** Throws `NotFound` if the doc does not exist, or if the deployment lacks this route. */
  getDoc: { method: 'GET', path: '/gammas/{gammaId}', answer: doc },
  /** Returns documents, best match first. */
  searchDocs: { method: 'GET', path: '/gammas/search', request: docQuery, answer: docHits },
  /** Archives a doc. Costs no credits, and needs edit permission. Throws `Forbidden` for a web slug instead of a `docId`. */
  archiveDoc: {
    method: 'POST',
    path: '/gammas/{gammaId}/archive',
    answer: ignoredBody,
    isIdempotent: true,
  },
  /** Deletes the doc, archived or not. Needs a workspace admin. */
  deleteDoc: { method: 'DELETE', path: '/gammas/{gammaId}', answer: ignoredBody, isIdempotent: true },
} as const satisfies Record<string, Route>;
