import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** Values of the `:names` in the path. */
  params: Record<string, string>;
}

export interface Route {
  method: string;
  path: string;
  handle(visit: Visit): Promise<void> | void;
}

/** Finds the first route that matches. `:name` is one segment, a final `*` the rest of the path, and the method `*` any method. */
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
