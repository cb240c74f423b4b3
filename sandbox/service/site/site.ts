import { drawCardImage, drawPage } from '../engine/engine.ts';
import { type Answer, bytes, html } from '../http/answer.ts';
import type { Incoming } from '../http/incoming.ts';
import { createRouter } from '../http/router.ts';
import { settleAll } from '../making/settle.ts';
import type { Service } from '../service.ts';
import type { Doc } from '../store/records.ts';
import { frontPage } from './front-page.ts';
import { backToFront, letSomebodyComment, letSomebodyRead, requireOwnPage, saidAndRead } from './somebody.ts';

/** In pixels: twice the width on the front page, for high-resolution screens. */
const THUMBNAIL_WIDTH = 640;

/** Serves the service's web pages: a front page with all docs, and a page for each doc. */
export function createSite(service: Service) {
  const find = createRouter([
    { method: 'GET', path: '/docs/{slug}', show: showDoc },
    { method: 'GET', path: '/docs/{slug}/thumbnail.png', show: showThumbnail },
    { method: 'POST', path: '/docs/{slug}/comment', show: pressed(letSomebodyComment) },
    { method: 'POST', path: '/docs/{slug}/read', show: pressed(letSomebodyRead) },
  ]);

  return async function answerSite(incoming: Incoming): Promise<Answer | undefined> {
    const found = find(incoming.method, incoming.path);
    if (incoming.path === '/') return showWorkspace(service);
    if (found.kind !== 'route') return undefined;
    settleAll(service);
    const doc = [...service.store.docs.values()].find(({ slug }) => slug === found.params.slug);
    return doc && doc.deletedAt === undefined ? found.route.show(doc, service, incoming) : undefined;
  };
}

function showWorkspace(service: Service): Answer {
  settleAll(service);
  const { workspaces, docs, generations } = service.store;
  return html(
    frontPage(
      service.name,
      [...workspaces.values()].map((workspace) => ({
        workspace,
        docs: [...docs.values()]
          .filter((doc) => doc.workspaceId === workspace.id && doc.deletedAt === undefined)
          .sort((one, other) => other.createdAt - one.createdAt)
          .map((doc) => ({ ...doc, audience: saidAndRead(service, doc) })),
        pending: [...generations.values()].filter(
          ({ workspaceId, status }) => workspaceId === workspace.id && status === 'pending',
        ).length,
      })),
      service.clock.now(),
    ),
  );
}

/** Handles a button of the front page and redirects back to it. */
const pressed =
  (act: (service: Service, doc: Doc) => void) =>
  (doc: Doc, service: Service, incoming: Incoming): Answer => {
    requireOwnPage(incoming);
    act(service, doc);
    return backToFront();
  };

function showDoc(doc: Doc): Answer {
  return html(drawPage(doc.deck));
}

async function showThumbnail(doc: Doc): Promise<Answer> {
  const picture = await drawCardImage(doc.deck, 0, THUMBNAIL_WIDTH);
  return bytes(picture, 'image/png', { 'cache-control': 'no-cache' });
}
