import type { FetchFunction } from '@slack/web-api';

/** Wraps the `fetch` of Slack's SDK. After each response, calls `onScopes` with the token's scopes, because admins can change them. */
export function reportScopes(
  fetch: FetchFunction,
  onScopes: (token: string, scopes: string[]) => void,
): FetchFunction {
  return async (url, init) => {
    const answer = await fetch(url, init);
    const token = init?.headers?.Authorization?.replace(/^Bearer /, '');
    const scopes = answer.headers.get('x-oauth-scopes');
    if (token && scopes) onScopes(token, scopes.split(/\s*,\s*/));
    return answer;
  };
}
