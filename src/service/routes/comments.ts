import { z } from 'zod';
import { lenient } from '../../lenient.ts';
import { id, personName, rows } from './answer.ts';
import { pageOf, pageQuery } from './page.ts';
import type { Route } from './route.ts';

const author = lenient(z.object({ name: lenient(personName) }));
const text = lenient(z.string());

const reply = z.object({ id: lenient(id), contentText: z.string().catch(''), author, createdTime: text });

const comment = z.object({
  id,
  cardId: lenient(id),
  /** The service's name of the status, e.g. `open`, `closed`. */
  status: text,
  /** The text that the comment is about. */
  targetText: text,
  contentText: z.string().catch(''),
  author,
  createdTime: text,
  replies: rows(reply).catch([]),
});

export const commentRoutes = {
  /** One page of the comments of a doc. */
  listComments: {
    method: 'GET',
    path: '/gammas/{gammaId}/comments',
    request: pageQuery,
    answer: pageOf(comment, 'comments'),
  },
} as const satisfies Record<string, Route>;
