import { checked } from './checked.ts';
import type { Call } from './http/caller.ts';
import { type Comment, commentPage } from './schemas/comments.ts';
import { type Page, type PageQuery, pageQuery } from './schemas/page.ts';

export interface CommentCalls {
  /** One batch of what people have said in a doc. */
  listComments(docId: string, query?: PageQuery, signal?: AbortSignal): Promise<Page<Comment>>;
}

export function commentCalls(call: Call): CommentCalls {
  return {
    async listComments(docId, query = {}, signal) {
      return call({
        route: 'GET /gammas/{gammaId}/comments',
        params: { gammaId: docId },
        query: checked(pageQuery, query),
        signal,
        answer: commentPage,
      });
    },
  };
}
