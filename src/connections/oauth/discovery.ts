import { LRUCache } from 'lru-cache';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { MalformedAnswer, Unavailable } from '../../service/errors.ts';
import { type OAuthHttp, translated } from './http.ts';

/** The authorization server, and the resource that tokens are asked for. */
export interface ServerMetadata {
  as: oauth.AuthorizationServer;
  /** The API as it names itself: the audience of every token. */
  resource: string;
  /** Set where the service said nothing and the interface's own addresses stand in. */
  isAssumed?: true;
}

interface DiscoveryOptions {
  /** `SERVICE_BASE_URL`, without a slash at its end. */
  baseUrl: string;
  /** `SERVICE_AUTH_URL`: the operator's word goes before what the service says. */
  authUrl?: string | undefined;
  http: OAuthHttp;
  clock: Clock;
  log: Log;
}

export type Discovery = () => Promise<ServerMetadata>;

const FRESH_MS = 60 * 60_000;

/**
 * Finds the authorization server by the service's two metadata documents (RFC 9728, RFC 8414). Where one is missing,
 * the interface's own paths stand in; where the service cannot be asked, it throws and nothing is cached.
 *
 * The documents are asked for by our own requests: oauth4webapi's `resourceDiscoveryRequest` and `discoveryRequest` know
 * only the RFCs' addresses, which differ from the interface's where the service has a path, and its reading of the
 * resource document refuses one that spells the resource with a slash at its end.
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
  http.allowed(as.authorization_endpoint);
  return { as, resource: resource?.resource ?? baseUrl, ...(!named && { isAssumed: true }) };
}

const resourceMetadata = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.url({ protocol: /^https?$/ })).optional(),
});

/** One that speaks of another resource must not be used (RFC 9728, section 3.3). */
async function resourceDocument(baseUrl: string, http: OAuthHttp, log: Log) {
  const response = await firstFound(wellKnown(baseUrl, 'oauth-protected-resource'), http);
  const parsed = resourceMetadata.safeParse(await response?.json().catch(() => undefined));
  if (!parsed.success) return undefined;
  if (parsed.data.resource.replace(/\/+$/, '') === baseUrl) return parsed.data;
  log.warn(
    { resource: parsed.data.resource, baseUrl },
    'the metadata at SERVICE_BASE_URL is of another resource',
  );
  return undefined;
}

async function serverDocument(
  issuer: string,
  http: OAuthHttp,
): Promise<oauth.AuthorizationServer | undefined> {
  const response = await firstFound(wellKnown(issuer, 'oauth-authorization-server'), http);
  if (!response) return undefined;
  return translated(() => oauth.processDiscoveryResponse(new URL(issuer), response));
}

/** The interface appends to the address; the RFCs insert before its path. Without a path they are the same. */
function wellKnown(address: string, name: string): string[] {
  const { origin, pathname } = new URL(address);
  const inserted = `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}`;
  return [...new Set([`${address}/.well-known/${name}`, inserted])];
}

/** The first of the addresses that has something; undefined when none has (4xx). */
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

/** The addresses of the interface document. */
function byInterface(issuer: string): oauth.AuthorizationServer {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
  };
}
