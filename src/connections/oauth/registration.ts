import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import { MalformedAnswer, ServiceError, Unavailable } from '../../service/errors.ts';
import { authMethods, type Client } from './client.ts';
import type { ServerMetadata } from './discovery.ts';
import { type OAuthHttp, translated } from './http.ts';

/** The authorization server does not let apps register themselves (here); an operator registers by hand. */
export class RegistrationRefused extends ServiceError {}

/**
 * Servers are seen to leave out what RFC 7591 asks for; these three are all that is needed. (Not oauth4webapi's
 * `processDynamicClientRegistrationResponse`: it wants status 201, and an expiry beside every secret.)
 */
const registered = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1).optional(),
  token_endpoint_auth_method: z.enum(authMethods).optional(),
});

const refusal = z.object({
  error: z.string().optional(),
  error_description: z.string().optional(),
  message: z.string().optional(),
});

/** Registers a client (RFC 7591). */
export function createRegistration({ http, clientName }: { http: OAuthHttp; clientName: string }) {
  return async ({ as }: ServerMetadata, redirectUri: string): Promise<Client> => {
    if (!as.registration_endpoint) throw new RegistrationRefused('The service does not let apps register.');
    http.allowed(as.registration_endpoint);
    const asked = wantedMethod(as.token_endpoint_auth_methods_supported);
    const metadata = {
      client_name: clientName,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: asked,
    };
    const response = await translated(() =>
      oauth.dynamicClientRegistrationRequest(as, metadata, http.options),
    );
    return clientOf(response, asked);
  };
}

function wantedMethod(supported: string[] | undefined): Client['method'] {
  return authMethods.find((method) => !supported || supported.includes(method)) ?? 'client_secret_basic';
}

async function clientOf(response: Response, asked: Client['method']): Promise<Client> {
  const { status, ok } = response;
  const body: unknown = await response.json().catch(() => undefined);
  if (status >= 500 || status === 429) throw new Unavailable('The service is not available.', { status });
  if (!ok) throw refused(status, body);
  const parsed = registered.safeParse(body);
  if (!parsed.success) throw new MalformedAnswer('The registration answer lacks a client id.', { status });
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: given } = parsed.data;
  return { id, ...(secret && { secret }), method: secret ? (given ?? withSecret(asked)) : 'none' };
}

/** Given a secret, it is used, whatever was asked for. */
function withSecret(asked: Client['method']): Client['method'] {
  return asked === 'none' ? 'client_secret_basic' : asked;
}

function refused(status: number, body: unknown): RegistrationRefused {
  const { error, error_description, message } = refusal.safeParse(body).data ?? {};
  const serviceMessage = error_description ?? message ?? error;
  return new RegistrationRefused('The service refused to register this app.', {
    status,
    ...(serviceMessage && { serviceMessage }),
  });
}
