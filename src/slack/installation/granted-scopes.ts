import type { FetchFunction } from '@slack/web-api';

/**
 * Wraps the `fetch` of Slack's SDK. Calls `onScopes` with the scopes of the call's token, which Slack names in the header of each answer. The
 * scopes change when an admin installs Deckhand again, which need not happen through Deckhand's own pages.
 */
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
