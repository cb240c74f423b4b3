import * as oauth from 'oauth4webapi';
import { z } from 'zod';

/** How a client proves who it is at the token endpoint, best first. */
export const authMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;

export const client = z.object({
  id: z.string().min(1),
  secret: z.string().optional(),
  method: z.enum(authMethods),
});

/** What the authorization server knows Deckhand as. */
export type Client = z.output<typeof client>;

export function authenticationOf({ method, secret = '' }: Client): oauth.ClientAuth {
  if (method === 'none') return oauth.None();
  return method === 'client_secret_post' ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}
