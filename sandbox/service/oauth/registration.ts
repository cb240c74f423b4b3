import { randomBytes } from 'node:crypto';
import type { RecordStore } from './record-store.ts';

export interface ClientByHand {
  name: string;
  redirectUris: string[];
  authMethod?: 'none' | 'client_secret_basic' | 'client_secret_post';
}

export interface ClientCredentials {
  client_id: string;
  client_secret?: string;
}

/** Registers a client as an operator does if a deployment refuses registration over HTTP. */
export function registerByHand(store: RecordStore, client: ClientByHand): ClientCredentials {
  const method = client.authMethod ?? 'client_secret_basic';
  const credentials = {
    client_id: randomBytes(12).toString('base64url'),
    ...(method === 'none' ? {} : { client_secret: randomBytes(48).toString('base64url') }),
  };
  store.put('Client', credentials.client_id, {
    ...credentials,
    client_name: client.name,
    redirect_uris: client.redirectUris,
    token_endpoint_auth_method: method,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  });
  return credentials;
}
