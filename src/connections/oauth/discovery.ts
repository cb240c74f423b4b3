import { LRUCache } from 'lru-cache';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { MalformedAnswer, Unavailable } from '../../service/errors.ts';
import { type OAuthHttp, withServiceErrors } from './http.ts';

/** The service's authorization server, and the URL of the API for which it issues tokens. */
export interface ServerMetadata {
  as: oauth.AuthorizationServer;
  /** The URL that identifies the API. It is the audience of the tokens. */
  resource: string;
  /** True if neither the settings nor the service's metadata name an authorization server. The issuer is then `SERVICE_BASE_URL`. */
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
 * Creates the function that finds the authorization server in two metadata documents (RFC 9728, RFC 8414). If a document is missing, the
 * values of the service's API reference are used. oauth4webapi's discovery is too strict: it does not try the URLs of the API reference.
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

/** Returns the API's metadata as an OAuth resource. Metadata about another resource must not be used (RFC 9728, section 3.3). */
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

/** Returns the two possible URLs of a metadata document: with `/.well-known/` after the path (API reference) and before it (RFCs). */
function wellKnown(address: string, name: string): string[] {
  const { origin, pathname } = new URL(address);
  const inserted = `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}`;
  return [...new Set([`${address}/.well-known/${name}`, inserted])];
}

/** Returns the first document that exists; undefined if all are missing (4xx). @throws if the service redirects or is unavailable */
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

/** Returns metadata with the endpoints that the service's API reference names. */
function byInterface(issuer: string): oauth.AuthorizationServer {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
  };
}
