import { z } from 'zod';

/** Who it is at the service; nice to show, never needed. */
const who = z.object({
  email: z.string().optional(),
  name: z.string().optional(),
  workspace: z.string().optional(),
});

/** What every kind of connection has. */
const common = {
  /** The Slack user who connected the team. */
  person: z.string(),
  /** When, in milliseconds since the epoch. */
  since: z.number(),
  who: who.optional(),
};

const tokens = z.object({
  kind: z.literal('oauth'),
  ...common,
  issuer: z.string(),
  clientId: z.string(),
  accessToken: z.string(),
  /** Without one the connection ends with its access token. */
  refreshToken: z.string().optional(),
  /** When the access token was minted and when it ends, in milliseconds since the epoch. */
  mintedAt: z.number(),
  expiresAt: z.number(),
});

const apiKey = z.object({ kind: z.literal('api_key'), ...common, apiKey: z.string() });

/** The service no longer takes it. Its secrets are gone; that it was there stays, so that people can be told. */
const lost = z.object({
  kind: z.literal('lost'),
  ...common,
  was: z.enum(['oauth', 'api_key']),
  lostAt: z.number(),
});

/** What is kept, sealed, of a team's connection. */
export const connection = z.discriminatedUnion('kind', [tokens, apiKey, lost]);

export type Connection = z.output<typeof connection>;
export type TokenConnection = z.output<typeof tokens>;
export type ApiKeyConnection = z.output<typeof apiKey>;
export type Who = z.output<typeof who>;

/** How long before its end an access token is renewed: milliseconds, and of a short-lived one at most this part. */
const RENEW_AHEAD = 2 * 60_000;
const RENEW_AHEAD_PART = 0.2;

/** Is it time for a new access token? One that cannot be renewed is used to its end. */
export function isDue(connection: TokenConnection, now: number): boolean {
  const { mintedAt, expiresAt, refreshToken } = connection;
  const ahead = refreshToken ? Math.min(RENEW_AHEAD, (expiresAt - mintedAt) * RENEW_AHEAD_PART) : 0;
  return expiresAt - now <= ahead;
}

export function isExpired(connection: TokenConnection, now: number): boolean {
  return connection.expiresAt <= now;
}

/** The same connection without its secrets. */
export function asLost(from: TokenConnection | ApiKeyConnection, now: number): Connection {
  const { person, since, who } = from;
  return { kind: 'lost', person, since, ...(who && { who }), was: from.kind, lostAt: now };
}

/** The credential headers of a request (service interface, "Authentication"). */
export function headersOf(connection: TokenConnection | ApiKeyConnection): Record<string, string> {
  return connection.kind === 'oauth'
    ? { Authorization: `Bearer ${connection.accessToken}` }
    : { 'X-API-KEY': connection.apiKey };
}
