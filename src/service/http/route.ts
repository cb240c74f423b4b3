import { InvalidRequest } from '../errors/invalid-request.ts';

/** The version is part of every route (service interface, "Versioning"). */
const VERSION = 'v1.0';

export type Method = 'GET' | 'POST' | 'DELETE';

/** Method and path as the interface writes them, e.g. `GET /generations/{id}`. */
export type Route = `${Method} /${string}`;

export type Params = Record<string, string>;
export type Query = Record<string, string | number | boolean | undefined>;

export function methodOf(route: Route): Method {
  return route.slice(0, route.indexOf(' ')) as Method;
}

/** The address of a route, with ids and query values escaped. */
export function urlOf(baseUrl: string, route: Route, params: Params = {}, query: Query = {}): string {
  const pattern = route.slice(route.indexOf(' ') + 1);
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, params[name] ?? ''));
  const search = searchOf(query);
  return `${baseUrl.replace(/\/+$/, '')}/${VERSION}${path}${search}`;
}

/** An id that is empty or made of dots would lead to another route. */
function segment(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) {
    throw new InvalidRequest(`Not sent: ${name} is not an id.`, {}, [
      { field: name, problem: 'is not an id' },
    ]);
  }
  return encodeURIComponent(value);
}

function searchOf(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // An empty filter is no filter: what somebody has not begun to type yet.
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}
