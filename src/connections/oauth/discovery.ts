import { LRUCache } from 'lru-cache';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { MalformedAnswer, Unavailable } from '../../service/errors.ts';
import { type OAuthHttp, withServiceErrors } from './http.ts';

/** The service's authorization server, and the resource for which tokens are requested. */
export interface ServerMetadata {
  as: oauth.AuthorizationServer;
  /** The URL by which the API identifies itself. Tokens are requested for this audience. */
  resource: string;
  /**
   * True if neither the configuration nor the service's metadata names an authorization server. `SERVICE_BASE_URL` is then used as its
   * issuer.
   */
  isAssumed?: true;
}

interface DiscoveryOptions {
  /** `SERVICE_BASE_URL`, without a slash at its end. */
  baseUrl: string;
  /** `SERVICE_AUTH_URL`, which overrides the authorization server in the service's metadata. */
  authUrl?: string | undefined;
  http: OAuthHttp;
  clock: Clock;
  log: Log;
}

export type Discovery = () => Promise<ServerMetadata>;

/** Milliseconds for which the metadata is cached. */
const FRESH_MS = 60 * 60_000;

/**
 * Creates the function that finds the authorization server through the service's two metadata documents (RFC 9728, RFC 8414). If a document
 * is missing, the values of the service's interface document are used. If the service does not answer, the function throws and nothing is
 * cached.
 *
 * oauth4webapi's `resourceDiscoveryRequest` and `discoveryRequest` are not used, for two reasons. They request the URLs of the RFCs only,
 * which differ from the URLs of the interface document if `SERVICE_BASE_URL` has a path. And they reject a resource with a slash at its
 * end.
 */
export function createDiscovery(options: DiscoveryOptions): Discovery {
  const cache = new LRUCache<'metadata', ServerMetadata>({
    max: 1,
    ttl: FRESH_MS,
    perf: options.clock,
    ttlResolution: 0,
    fetchMethod: () => discover(options),
  });
  return () => cache.forceFetch('metadata');
}

async function discover({ baseUrl, authUrl, http, log }: DiscoveryOptions): Promise<ServerMetadata> {
  const resource = await resourceDocument(baseUrl, http, log);
  const named = authUrl ?? resource?.authorization_servers?.[0]?.replace(/\/+$/, '');
  const issuer = named ?? baseUrl;
  const as = (await serverDocument(issuer, http)) ?? byInterface(issuer);
  http.requireSecure(as.authorization_endpoint);
  return { as, resource: resource?.resource ?? baseUrl, ...(!named && { isAssumed: true }) };
}

const resourceMetadata = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.url({ protocol: /^https?$/ })).optional(),
});

/**
 * Returns the metadata of the API as a resource; undefined if it is missing or malformed. Also returns undefined if it is about another
 * resource, because the client must not use it (RFC 9728, section 3.3).
 */
async function resourceDocument(baseUrl: string, http: OAuthHttp, log: Log) {
  const response = await firstFound(wellKnown(baseUrl, 'oauth-protected-resource'), http);
  const parsed = resourceMetadata.safeParse(await response?.json().catch(() => undefined));
  if (!parsed.success) return undefined;
  if (parsed.data.resource.replace(/\/+$/, '') === baseUrl) return parsed.data;
  log.warn(
    { resource: parsed.data.resource, baseUrl },
    'the metadata at SERVICE_BASE_URL belongs to another resource',
  );
  return undefined;
}

async function serverDocument(
  issuer: string,
  http: OAuthHttp,
): Promise<oauth.AuthorizationServer | undefined> {
  const response = await firstFound(wellKnown(issuer, 'oauth-authorization-server'), http);
  if (!response) return undefined;
  return withServiceErrors(() => oauth.processDiscoveryResponse(new URL(issuer), response));
}

/**
 * Returns both possible URLs of a metadata document. The service's interface document appends the well-known path to the address. The RFCs
 * insert the well-known path before the path of the address.
 */
function wellKnown(address: string, name: string): string[] {
  const { origin, pathname } = new URL(address);
  const inserted = `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}`;
  return [...new Set([`${address}/.well-known/${name}`, inserted])];
}

/** Returns the first document that exists; undefined if all are missing (4xx). Throws if the service is not available or redirects. */
async function firstFound(urls: string[], http: OAuthHttp): Promise<Response | undefined> {
  for (const url of urls) {
    const response = await http.get(url);
    if (response.status === 200) return response;
    await response.body?.cancel();
    const { status } = response;
    if (status >= 500 || status === 429) throw new Unavailable('The service is not available.', { status });
    if (status < 400) throw new MalformedAnswer('The service redirects its metadata.', { status });
  }
  return undefined;
}

/** Returns metadata with the endpoints of the service's interface document. */
function byInterface(issuer: string): oauth.AuthorizationServer {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
  };
}
