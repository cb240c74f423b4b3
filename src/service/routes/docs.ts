import { z } from 'zod';
import { lenient } from '../../lenient.ts';
import { exportFormats, SEARCH_LIMIT } from '../options.ts';
import { id, personName, rows, webAddress, withIdAs, withOneIdentity } from './answer.ts';
import { jobAnswer } from './job.ts';
import { listOf, pageOf, pageQuery } from './page.ts';
import type { Route } from './route.ts';

const text = lenient(z.string().min(1));
/** Schema of a person's name. The service sends a string, or an object with a name. */
const person = lenient(z.union([personName, z.object({ name: personName }).transform(({ name }) => name)]));

/** Schema of a doc without its content. Times are ISO 8601. */
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
  /** Maximum number of hits. The search has no cursor, so further hits cannot be read. */
  limit: z.number().int().min(1).max(SEARCH_LIMIT).optional(),
});

const hit = z.preprocess(
  withOneIdentity,
  z.object({
    docId: id,
    title: z.string().min(1).catch('Untitled'),
    docUrl: lenient(webAddress),
    /** The text around the words that the search found. */
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
  /** Throws `NotFound` if the doc does not exist. Some deployments of the service lack this route and throw `NotFound` for every doc. */
  getDoc: { method: 'GET', path: '/gammas/{gammaId}', answer: doc },
  /** Returns documents, best match first. */
  searchDocs: { method: 'GET', path: '/gammas/search', request: docQuery, answer: docHits },
  /** Archives a doc. Needs edit permission, costs no credits. Throws `Forbidden` if it gets the slug of the doc's URL, not a `docId`. */
  archiveDoc: {
    method: 'POST',
    path: '/gammas/{gammaId}/archive',
    answer: ignoredBody,
    isIdempotent: true,
  },
  /** Deletes a doc, whether it is archived or not. The connected person must be a workspace admin. */
  deleteDoc: { method: 'DELETE', path: '/gammas/{gammaId}', answer: ignoredBody, isIdempotent: true },
} as const satisfies Record<string, Route>;

/** Reasons for which every export of a doc fails, so another try is useless. */
const LASTING = new Set(['deck_too_large', 'no_content']);

/** Schema of an export job. `exportUrl` is a secret, because anybody who has it can download the file for about a week. */
const exportStatus = jobAnswer({ exportUrl: lenient(webAddress) }, {}).transform((job) => {
  if (job.status === 'failed') return { ...job, worthAnotherTry: !LASTING.has(job.error.reason ?? '') };
  const exportUrl = job.status === 'completed' ? job.exportUrl : undefined;
  // A completed export without a link counts as pending, because the service is still making the link.
  return exportUrl ? { status: 'completed' as const, exportUrl } : { status: 'pending' as const };
});

export const exportRoutes = {
  /** Starts an export of a doc; poll it with `getExport`. */
  exportDoc: {
    method: 'POST',
    path: '/gammas/{gammaId}/export',
    request: z.strictObject({ exportAs: z.enum(exportFormats) }),
    answer: z.preprocess(withIdAs('exportId'), z.object({ exportId: id })),
  },
  getExport: { method: 'GET', path: '/exports/{id}', answer: exportStatus, isPoll: true },
} as const satisfies Record<string, Route>;

const author = lenient(z.object({ name: lenient(personName) }));
const anyText = lenient(z.string());

const reply = z.object({ id: lenient(id), contentText: z.string().catch(''), author, createdTime: anyText });

const comment = z.object({
  id,
  cardId: lenient(id),
  /** The status as the service names it. Its values are not documented (see `RESOLVED` in documents/comments.ts). */
  status: anyText,
  /** The text that the comment is about. */
  targetText: anyText,
  contentText: z.string().catch(''),
  author,
  createdTime: anyText,
  replies: rows(reply).catch([]),
});

export const commentRoutes = {
  listComments: {
    method: 'GET',
    path: '/gammas/{gammaId}/comments',
    request: pageQuery,
    answer: pageOf(comment, 'comments'),
  },
} as const satisfies Record<string, Route>;
