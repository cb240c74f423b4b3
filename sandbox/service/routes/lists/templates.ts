import { json } from '../../http/answer.ts';
import { docUrl, isCurrent } from '../../making/doc.ts';
import { exploreTemplates } from '../../samples/explore-templates.ts';
import { route } from '../route.ts';
import { templatesQuery } from './schemas.ts';

/** GET /templates/search: finds the workspace's templates, and public ones that only the service's site can use. */
export const searchTemplates = route({
  method: 'GET',
  path: '/templates/search',
  scope: 'generate',
  query: templatesQuery,
  handle(call, service) {
    const { q, limit } = call.query;
    const docs = [...service.store.docs.values()].filter(
      (doc) => doc.workspaceId === call.principal.workspaceId && isCurrent(doc),
    );
    const own = docs.flatMap((doc) =>
      doc.template
        ? [
            {
              id: doc.id,
              title: doc.deck.title,
              description: doc.template.description,
              url: docUrl(service, doc),
            },
          ]
        : [],
    );
    const matching = <T extends { title: string; description: string }>(templates: readonly T[]) =>
      templates.filter((template) => mentions(template, q)).slice(0, limit);
    return json({ workspaceTemplates: matching(own), exploreTemplates: matching(exploreTemplates) });
  },
});

function mentions(template: { title: string; description: string }, q = ''): boolean {
  return `${template.title} ${template.description}`.toLowerCase().includes(q.trim().toLowerCase());
}
