import { commentsOf } from '../../audience/comments.ts';
import { json } from '../../http/answer.ts';
import { findDoc } from '../find-doc.ts';
import { batch } from '../lists/page.ts';
import { route } from '../route.ts';
import { isoTime } from './said-of-doc.ts';
import { batchQuery } from './schemas.ts';

/** GET /gammas/{gammaId}/comments: lists the comments on a doc, oldest first. */
export const listComments = route({
  method: 'GET',
  path: '/gammas/{gammaId}/comments',
  scope: 'generate',
  query: batchQuery,
  handle(call, service) {
    const doc = findDoc(service, call, 'view');
    const comments = commentsOf(service, doc).map(({ at, replies, ...comment }) => ({
      ...comment,
      createdTime: isoTime(at),
      replies: replies.map(({ at: repliedAt, ...reply }) => ({ ...reply, createdTime: isoTime(repliedAt) })),
    }));
    return json(batch({ list: `comments ${doc.id}`, query: '' }, comments, call.query));
  },
});
