import { z } from 'zod';
import { id, lenient, personName, rows } from './answer.ts';
import { pageOf, pageQuery } from './page.ts';
import type { Route } from './route.ts';

const author = lenient(z.object({ name: lenient(personName) }));
const text = lenient(z.string());

const reply = z.object({ id: lenient(id), contentText: z.string().catch(''), author, createdTime: text });

const comment = z.object({
  id,
  cardId: lenient(id),
  /** As the service says it, e.g. `open`, `closed`. */
  status: text,
  /** The passage that is commented on. */
  targetText: text,
  contentText: z.string().catch(''),
  author,
  createdTime: text,
  replies: rows(reply).catch([]),
});

export const commentRoutes = {
  /** One batch of what people have said in a doc. */
  listComments: {
    method: 'GET',
    path: '/gammas/{gammaId}/comments',
    request: pageQuery,
    answer: pageOf(comment, 'comments'),
  },
} as const satisfies Record<string, Route>;
