/** A route: a method and a path such as `/generations/{id}`. */
export interface Addressed {
  method: string;
  path: string;
}

export type Found<R> =
  | { kind: 'route'; route: R; params: Record<string, string> }
  | { kind: 'wrong_method'; allowed: string[] }
  | { kind: 'unknown' };

/** Finds routes by method and path. The first match wins, so literal paths come before those with `{…}`. */
export function createRouter<R extends Addressed>(routes: readonly R[]) {
  const table = routes.map((route) => ({ route, pattern: patternOf(route.path) }));

  return function find(method: string, path: string): Found<R> {
    const matches = table.flatMap(({ route, pattern }) => {
      const match = pattern.exec(path);
      return match ? [{ route, params: decode(match.groups ?? {}) }] : [];
    });
    const match = matches.find(({ route }) => route.method === method);
    if (match) return { kind: 'route', ...match };
    if (matches.length === 0) return { kind: 'unknown' };
    return { kind: 'wrong_method', allowed: [...new Set(matches.map(({ route }) => route.method))] };
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

function decode(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decoded(value)]));
}

/** Decodes a path segment. One with an invalid `%` stays as it is and matches no record. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
