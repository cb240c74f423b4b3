import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** What the `:names` of the path stood for. */
  params: Record<string, string>;
}

export interface Route {
  method: string;
  path: string;
  handle(visit: Visit): Promise<void> | void;
}

/** The first route that fits: `:name` stands for one step of the path, a last `*` for the rest; method `*` for any. */
export function findRoute(routes: Route[], method: string, pathname: string) {
  for (const route of routes) {
    if (route.method !== '*' && route.method !== method) continue;
    const params = matchPath(route.path, pathname);
    if (params) return { route, params };
  }
  return null;
}

function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = pathname.split('/');
  const params: Record<string, string> = {};
  for (const [at, step] of wanted.entries()) {
    if (step === '*') return { ...params, '*': given.slice(at).join('/') };
    const value = given[at];
    if (value === undefined) return null;
    if (step.startsWith(':')) params[step.slice(1)] = decodeURIComponent(value);
    else if (step !== value) return null;
  }
  return wanted.length === given.length ? params : null;
}
