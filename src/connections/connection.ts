import type { ServiceClient } from '../service/client.ts';
import { fingerprint } from './one-time.ts';

/** A team's connection as it is stored, encrypted. Times are milliseconds since the epoch. */
export type Connection = TokenConnection | ApiKeyConnection | ExpiredConnection;

interface Common {
  /** Random id. A renewal of the tokens keeps it. It changes only when a person connects again. */
  id: string;
  /** The Slack user who connected the team. */
  person: string;
  since: number;
  /** `SERVICE_BASE_URL` when the connection was made. */
  baseUrl: string;
  who?: Account;
  /** Set after the service refused a request because the tokens lack a scope. The connection then has only read access. */
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

/** Returns the account of the client's credentials; undefined if `GET /me` fails, because not every deployment of the service has it. */
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
  /** If undefined, the connection ends when the access token expires. */
  refreshToken?: string;
  /** When the access token was issued. */
  mintedAt: number;
  /** When the access token expires. */
  expiresAt: number;
}

interface ApiKeyConnection extends Common {
  kind: 'api_key';
  apiKey: string;
}

/**
 * A connection that the service no longer accepts. Its secrets are deleted. The other fields are kept, so that the person can be notified.
 */
interface ExpiredConnection extends Omit<Common, 'id' | 'baseUrl'> {
  kind: 'expired';
  was: 'oauth' | 'api_key';
}

/**
 * Placeholder for a stored connection that none of the ENCRYPTION_KEYS can decrypt. It is treated as expired. If it were treated as
 * missing, the team would use the operator's key, and its documents would be made in another workspace.
 */
export const unreadable: ExpiredConnection = { kind: 'expired', person: '', since: 0, was: 'oauth' };

export type UsableConnection = TokenConnection | ApiKeyConnection;
/** A connection that a person has just made. */
export type NewConnection =
  | Omit<TokenConnection, 'id' | 'baseUrl'>
  | Omit<ApiKeyConnection, 'id' | 'baseUrl'>;

export interface ConnectionIds {
  /** Changes whenever a person connects the team again. */
  id: string;
  /**
   * The same value for all connections to one account in one workspace, if the service reports the e-mail address of the account and the
   * name of the workspace. Otherwise the same as `id`. The service reports only names (`GET /me`), so two workspaces of one account with
   * the same name have the same value. If a team switches between these two workspaces, its generations in progress fail instead of
   * waiting.
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

/** An access token is renewed at most this many milliseconds before it expires. */
const RENEW_AHEAD_MS = 2 * 60_000;
/** Replaces `RENEW_AHEAD_MS` for lifetimes below ten minutes: a token is renewed when at most this fraction of its lifetime is left. */
const RENEW_AHEAD_SHARE = 0.2;

/**
 * Returns whether the access token should be renewed, shortly before it expires. Without a refresh token, returns whether it has expired.
 */
export function isDue({ mintedAt, expiresAt, refreshToken }: TokenConnection, now: number): boolean {
  const ahead = refreshToken ? Math.min(RENEW_AHEAD_MS, (expiresAt - mintedAt) * RENEW_AHEAD_SHARE) : 0;
  return expiresAt - now <= ahead;
}

export function isOver({ expiresAt }: TokenConnection, now: number): boolean {
  return expiresAt <= now;
}

/**
 * Lifetime of a refresh token, in milliseconds (the service's interface document, "Limits": up to 90 days). Each refresh returns a new
 * refresh token.
 */
const REFRESH_TOKEN_MS = 90 * 24 * 60 * 60_000;

/** Returns whether the refresh token has expired because it was not used for too long. If so, a person has to connect again. */
export function isLapsed(connection: UsableConnection, now: number): boolean {
  return connection.kind === 'oauth' && now - connection.mintedAt > REFRESH_TOKEN_MS;
}

/** Returns the same connection without its secrets. */
export function expired({ person, since, who, kind }: UsableConnection): ExpiredConnection {
  return { kind: 'expired', person, since, ...(who && { who }), was: kind };
}

/** Returns the credential headers of a request (the service's interface document, "Authentication"). */
export function headersOf(connection: UsableConnection): Record<string, string> {
  return connection.kind === 'oauth'
    ? { Authorization: `Bearer ${connection.accessToken}` }
    : { 'X-API-KEY': connection.apiKey };
}
