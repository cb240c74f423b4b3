import { checked } from './checked.ts';
import type { Call } from './http/caller.ts';
import { type Template, type TemplateQuery, templateHits, templateQuery } from './schemas/templates.ts';

export interface TemplateCalls {
  /** Templates of the workspace, best match first; `limit` is 1 to 25 and there is no more than one batch. */
  searchTemplates(query?: TemplateQuery, signal?: AbortSignal): Promise<Template[]>;
}

export function templateCalls(call: Call): TemplateCalls {
  return {
    async searchTemplates(query = {}, signal) {
      return call({
        route: 'GET /templates/search',
        query: checked(templateQuery, query),
        signal,
        answer: templateHits,
      });
    },
  };
}
