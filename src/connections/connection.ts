/** What is kept, sealed, of a team's connection. Times are milliseconds since the epoch. */
export type Connection = TokenConnection | ApiKeyConnection | LostConnection;

interface Common {
  /** Random, the same as long as nobody connects anew; connections from before there were names have none. */
  name?: string;
  /** The Slack user who connected the team. */
  person: string;
  since: number;
  who?: Who;
}

/** Who it is at the service; nice to show, never needed. */
export interface Who {
  email?: string;
  name?: string;
  workspace?: string;
}

export interface TokenConnection extends Common {
  kind: 'oauth';
  issuer: string;
  clientId: string;
  accessToken: string;
  /** Without one the connection ends with its access token. */
  refreshToken?: string;
  /** When the access token was minted and when it ends. */
  mintedAt: number;
  expiresAt: number;
  /** Who is asking for the next tokens at this moment: its own name, and the opening of the database it works with. */
  renewing?: { by: string; opened: string };
}

export interface ApiKeyConnection extends Common {
  kind: 'api_key';
  apiKey: string;
}

/** The service no longer takes it. Its secrets are gone; that it was there stays, so that people can be told. */
export interface LostConnection extends Common {
  kind: 'lost';
  was: 'oauth' | 'api_key';
  lostAt: number;
}

/** Another one whenever a team is connected anew; null where the connection is lost. */
export function nameOf(connection: Connection): string | null {
  return connection.kind === 'lost' ? null : (connection.name ?? `since ${connection.since}`);
}

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
export function asLost(from: TokenConnection | ApiKeyConnection, now: number): LostConnection {
  const { person, since, who } = from;
  return { kind: 'lost', person, since, ...(who && { who }), was: from.kind, lostAt: now };
}

/** The credential headers of a request (service interface, "Authentication"). */
export function headersOf(connection: TokenConnection | ApiKeyConnection): Record<string, string> {
  return connection.kind === 'oauth'
    ? { Authorization: `Bearer ${connection.accessToken}` }
    : { 'X-API-KEY': connection.apiKey };
}
