import { createServer, type Server } from 'node:http';
import { createWebApi } from './api/call/web-api.ts';
import { sendPrivateFile } from './api/downloads.ts';
import { decideInstall, redirectToTeam, showInstallPage } from './api/install-page.ts';
import { receiveResponse } from './api/responses.ts';
import { receiveUpload } from './api/uploads.ts';
import type { NewsStreams } from './client/news.ts';
import { clientRoutes } from './client/routes.ts';
import { answerText } from './http/answer.ts';
import { findRoute, type Route } from './http/router.ts';
import { sendStatic } from './http/static.ts';
import type { Slack } from './slack.ts';

/** Creates the server of the stand-in. Paths without a route are files of the page. */
export function createStandInServer(slack: Slack, news: NewsStreams, pageDir: string | undefined): Server {
  const routes: Route[] = [
    { method: '*', path: '/api/:method', handle: createWebApi(slack) },
    { method: 'POST', path: '/upload/v1/:id/:key', handle: (visit) => receiveUpload(slack, visit) },
    { method: 'PUT', path: '/upload/v1/:id/:key', handle: (visit) => receiveUpload(slack, visit) },
    { method: 'GET', path: '/files-pri/:file/*', handle: (visit) => sendPrivateFile(slack, visit) },
    { method: 'POST', path: '/response/:team/:key', handle: (visit) => receiveResponse(slack, visit) },
    { method: 'GET', path: '/oauth/v2/authorize', handle: (visit) => showInstallPage(slack, visit) },
    { method: 'GET', path: '/oauth/v2/authorize/decide', handle: (visit) => decideInstall(slack, visit) },
    { method: 'GET', path: '/app_redirect', handle: redirectToTeam },
    ...clientRoutes(slack, news),
    { method: 'GET', path: '/*', handle: (visit) => sendStatic(pageDir, visit) },
  ];
  return createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const found = findRoute(routes, request.method ?? 'GET', url.pathname);
    if (!found) return answerText(response, 404, 'not found');
    try {
      await found.route.handle({ request, response, url, params: found.params });
    } catch (error) {
      slack.log?.error({ err: error, path: url.pathname }, 'the stand-in failed');
      if (!response.headersSent) answerText(response, 500, 'the stand-in failed');
      else response.destroy();
    }
  });
}
