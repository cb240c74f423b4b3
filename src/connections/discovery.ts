import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { MalformedAnswer, Unavailable } from '../service/errors.ts';
import { errorFromOAuth } from './oauth-errors.ts';
import type { OAuthHttp } from './oauth-http.ts';

/** Where to ask for tokens, and what to ask them for. */
export interface AuthorizationPlace {
  as: oauth.AuthorizationServer;
  /** The API as it names itself: the audience of every token. */
  resource: string;
}

export interface DiscoveryOptions {
  /** `SERVICE_BASE_URL`, without a slash at its end. */
  baseUrl: string;
  /** `SERVICE_AUTH_URL`: the operator's word goes before what the service says. */
  authUrl?: string | undefined;
  http: OAuthHttp;
  clock: Clock;
  log: Log;
}

export type Discovery = () => Promise<AuthorizationPlace>;

/** Milliseconds for which what was found is believed. */
const BELIEVED = 60 * 60_000;

/**
 * Finds the authorization server by the service's two metadata documents (RFC 9728, RFC 8414). Where one is missing,
 * the interface's own paths stand in; where the service cannot be asked, it throws and nothing is kept.
 */
export function createDiscovery(options: DiscoveryOptions): Discovery {
  let found: { place: Promise<AuthorizationPlace>; until: number } | null = null;
  return () => {
    const now = options.clock.now();
    if (found && found.until > now) return found.place;
    const place = discover(options);
    const entry = { place, until: now + BELIEVED };
    found = entry;
    place.catch(() => {
      if (found === entry) found = null;
    });
    return place;
  };
}

async function discover({ baseUrl, authUrl, http, log }: DiscoveryOptions): Promise<AuthorizationPlace> {
  const resource = await resourceDocument(baseUrl, http, log);
  const issuer = authUrl ?? resource?.authorization_servers?.[0]?.replace(/\/+$/, '') ?? baseUrl;
  const as = (await serverDocument(issuer, http)) ?? byInterface(issuer);
  http.allowed(as.authorization_endpoint);
  return { as, resource: resource?.resource ?? baseUrl };
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
  try {
    return await oauth.processDiscoveryResponse(new URL(issuer), response);
  } catch (error) {
    throw errorFromOAuth(error);
  }
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
    const response = await http.request(url, { headers: { accept: 'application/json' } }).catch((error) => {
      throw errorFromOAuth(error);
    });
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
