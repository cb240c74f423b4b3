import * as oauth from 'oauth4webapi';

/** How a client proves who it is at the token endpoint, best first. */
export const authMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;

/** What the authorization server knows Deckhand as. */
export interface Client {
  id: string;
  secret?: string;
  method: (typeof authMethods)[number];
}

export function authenticationOf({ method, secret = '' }: Client): oauth.ClientAuth {
  if (method === 'none') return oauth.None();
  return method === 'client_secret_post' ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}
