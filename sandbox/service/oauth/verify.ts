import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { Clock } from '../../clock.ts';
import type { Account, Workspace } from './accounts.ts';
import type { Keys } from './keys.ts';
import { resourceMetadataUrl } from './metadata.ts';
import type { RecordStore } from './record-store.ts';
import { covers, type Scope } from './scopes.ts';

/** The account and workspace that a token is for. The account's own credits in this workspace are spent. */
export interface Principal {
  account: Account;
  workspace: Workspace;
  scopes: string[];
  clientId: string;
}

/** The API's error response (RFC 6750), with the address of its metadata (RFC 9728). */
export interface OAuthRefusal {
  status: 401 | 403;
  error: 'invalid_token' | 'insufficient_scope';
  message: string;
  wwwAuthenticate: string;
}

export interface VerifierOptions {
  authUrl: () => string;
  baseUrl: () => string;
  clock: Clock;
  store: RecordStore;
  keys: Keys;
  accounts: Account[];
}

/** Creates the check of a bearer token: signed by us, for this API, not expired, not revoked, and with the scope `needs`. */
export function createVerifier(options: VerifierOptions) {
  const key = createPublicKey({ key: options.keys.signing as JsonWebKey, format: 'jwk' });

  async function principalOf(bearer: string): Promise<Principal | null> {
    const { payload } = await jwtVerify(bearer, key, {
      issuer: options.authUrl(),
      audience: options.baseUrl(),
      typ: 'at+jwt',
      currentDate: new Date(options.clock.now()),
    });
    const account = options.accounts.find(({ id }) => id === payload.sub);
    const workspace = account?.workspaces.find(({ id }) => id === payload.workspace);
    if (!account || !workspace || !options.store.get('Grant', String(payload.grant))) return null;
    return {
      account,
      workspace,
      scopes: String(payload.scope ?? '').split(' '),
      clientId: String(payload.client_id),
    };
  }

  return async (bearer: string | undefined, needs: Scope = 'doc:read'): Promise<Principal | OAuthRefusal> => {
    if (!bearer) return missing(options.baseUrl());
    const principal = await principalOf(bearer).catch(() => null);
    if (!principal) return invalid(options.baseUrl());
    return covers(principal.scopes, needs) ? principal : tooNarrow(options.baseUrl(), needs);
  };
}

export function isRefusal(result: Principal | OAuthRefusal): result is OAuthRefusal {
  return 'wwwAuthenticate' in result;
}

/** Refuses a request without credentials with the interface's message and the address of the metadata (RFC 6750, section 3.1). */
function missing(baseUrl: string): OAuthRefusal {
  const wwwAuthenticate = challenge({ resource_metadata: resourceMetadataUrl(baseUrl) });
  return { status: 401, error: 'invalid_token', message: 'Invalid API key', wwwAuthenticate };
}

function invalid(baseUrl: string): OAuthRefusal {
  const message = 'The access token is expired, malformed, revoked or not for this API';
  const wwwAuthenticate = challenge({
    error: 'invalid_token',
    error_description: message,
    resource_metadata: resourceMetadataUrl(baseUrl),
  });
  return { status: 401, error: 'invalid_token', message, wwwAuthenticate };
}

function tooNarrow(baseUrl: string, scope: Scope): OAuthRefusal {
  const message = `This needs the scope ${scope}`;
  const wwwAuthenticate = challenge({
    error: 'insufficient_scope',
    error_description: message,
    scope,
    resource_metadata: resourceMetadataUrl(baseUrl),
  });
  return { status: 403, error: 'insufficient_scope', message, wwwAuthenticate };
}

function challenge(parameters: Record<string, string>): string {
  const parts = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  return `Bearer ${parts.join(', ')}`;
}
