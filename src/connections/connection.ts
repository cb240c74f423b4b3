import type { ServiceClient } from '../service/client.ts';
import { fingerprint } from './one-time.ts';

/** A team's connection as it is stored, encrypted. Times are milliseconds since the epoch. */
export type Connection = TokenConnection | ApiKeyConnection | ExpiredConnection;

interface Common {
  /** Random id. It changes when a person connects again, but not when the tokens are renewed. */
  id: string;
  /** The Slack user who connected the team. */
  person: string;
  since: number;
  /** `SERVICE_BASE_URL` when the connection was made. */
  baseUrl: string;
  who?: Account;
  /** True after the service refused a request because the tokens lack a scope. The connection then has only read access. */
  lacksScope?: true;
}

/** The account at the service that the credentials belong to, for display. */
export interface Account {
  email?: string;
  name?: string;
  workspace?: string;
}

/** Timeout of the request for the account, in milliseconds. It is short, because the account is optional and a person is waiting. */
const ACCOUNT_WITHIN_MS = 5_000;

/** Returns the account of the client's credentials; undefined after an error, because some deployments have no `GET /me`. */
export async function accountOf(client: Pick<ServiceClient, 'getMe'>): Promise<Account | undefined> {
  try {
    const me = await client.getMe(AbortSignal.timeout(ACCOUNT_WITHIN_MS));
    return { email: me.email, name: me.displayName, workspace: me.workspaceName };
  } catch {
    return undefined;
  }
}

export interface TokenConnection extends Common {
  kind: 'oauth';
  issuer: string;
  clientId: string;
  accessToken: string;
  /** Used to renew the access token. Without a refresh token, the connection ends when the access token expires. */
  refreshToken?: string;
  /** When the access token was issued. */
  mintedAt: number;
  expiresAt: number;
}

interface ApiKeyConnection extends Common {
  kind: 'api_key';
  apiKey: string;
}

/** A connection that has ended. Its secrets are deleted. What people are told about the connection is kept. */
interface ExpiredConnection extends Omit<Common, 'id' | 'baseUrl'> {
  kind: 'expired';
  was: 'oauth' | 'api_key';
}

/** Placeholder for a connection that cannot be decrypted. If it counted as missing, the team would use the operator's key. */
export const unreadable: ExpiredConnection = { kind: 'expired', person: '', since: 0, was: 'oauth' };

export type UsableConnection = TokenConnection | ApiKeyConnection;
/** A new connection, before it has an id and is stored. */
export type NewConnection =
  | Omit<TokenConnection, 'id' | 'baseUrl'>
  | Omit<ApiKeyConnection, 'id' | 'baseUrl'>;

export interface ConnectionIds {
  /** Changes whenever a person connects the team again. */
  id: string;
  /**
   * Hash of the account's e-mail address and workspace name, or `id` if the service does not report these.
   * Workspaces with the same name have the same hash, because the service reports no ids of workspaces.
   */
  account: string;
}

/** Returns the ids of a connection; null if it has expired. */
export function idsOf(connection: Connection): ConnectionIds | null {
  if (connection.kind === 'expired') return null;
  const { id, who } = connection;
  const isKnown = who?.email && who.workspace;
  return { id, account: isKnown ? fingerprint(`${who.email}\n${who.workspace}`).slice(0, 22) : id };
}

/** An access token is renewed when it will expire in this many milliseconds or less. */
const RENEW_AHEAD_MS = 2 * 60_000;
/** A token with a lifetime below ten minutes is renewed when this fraction of its lifetime or less is left. */
const RENEW_AHEAD_SHARE = 0.2;

/** Returns whether the access token expires soon, so it should be renewed. Without a refresh token, returns whether it has expired. */
export function isDue({ mintedAt, expiresAt, refreshToken }: TokenConnection, now: number): boolean {
  const ahead = refreshToken ? Math.min(RENEW_AHEAD_MS, (expiresAt - mintedAt) * RENEW_AHEAD_SHARE) : 0;
  return expiresAt - now <= ahead;
}

export function isOver({ expiresAt }: TokenConnection, now: number): boolean {
  return expiresAt <= now;
}

/** Milliseconds for which a refresh token is valid (see "Limits" in the service's API reference). Each refresh returns a new one. */
const REFRESH_TOKEN_MS = 90 * 24 * 60 * 60_000;

/** Returns whether the refresh token has expired because it was not used for too long. If so, a person has to connect again. */
export function isLapsed(connection: UsableConnection, now: number): boolean {
  return connection.kind === 'oauth' && now - connection.mintedAt > REFRESH_TOKEN_MS;
}

/** Returns what is kept of a connection after it has expired: no secrets, only what people are told. */
export function expired({ person, since, who, kind }: UsableConnection): ExpiredConnection {
  return { kind: 'expired', person, since, ...(who && { who }), was: kind };
}

/** Returns the credential headers of a request (see "Authentication" in the service's API reference). */
export function headersOf(connection: UsableConnection): Record<string, string> {
  return connection.kind === 'oauth'
    ? { Authorization: `Bearer ${connection.accessToken}` }
    : { 'X-API-KEY': connection.apiKey };
}
