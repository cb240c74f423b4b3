import type { FetchFunction } from '@slack/web-api';

/** Wraps the `fetch` of Slack's SDK. Calls `onScopes` with a token's scopes, which admins may change in Slack's settings at any time. */
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
