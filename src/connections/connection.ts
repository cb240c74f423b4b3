/** A team's connection as it is stored, sealed. Fields keep their stored names; times are milliseconds since the epoch. */
export type Connection = TokenConnection | ApiKeyConnection | ExpiredConnection;

interface Common {
  /** Its id: random, the same as long as nobody connects anew. Connections from before there were ids have none. */
  name?: string;
  /** The Slack user who connected the team. */
  person: string;
  since: number;
  /** `SERVICE_BASE_URL` as it was then; older connections do not say. */
  baseUrl?: string;
  who?: Account;
  /** The accounts that the team has been connected with since it was last disconnected, the newest last. */
  accounts?: KnownAccount[];
}

/** The account at the service that a connection belongs to; nice to show, never needed. */
export interface Account {
  email?: string;
  name?: string;
  workspace?: string;
}

/** An account in one of its workspaces, which keeps its id however often the team is connected anew with it. */
interface KnownAccount {
  id: string;
  email: string;
  workspace: string;
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
  /** Which process is asking for the next tokens at this moment, and the opening of the database it works with. */
  renewing?: { by: string; opened: string };
}

interface ApiKeyConnection extends Common {
  kind: 'api_key';
  apiKey: string;
}

/** The service no longer takes it. Its secrets are gone; that it was there stays, so that people can be told. */
interface ExpiredConnection extends Common {
  kind: 'lost';
  was: 'oauth' | 'api_key';
  lostAt: number;
}

/**
 * Stands for one that no key opens: what is known of it is that it was there. It has to be renewed, and nothing takes its place
 * before: a team with a workspace of its own is not to make things in the operator's.
 */
export const unreadable: ExpiredConnection = { kind: 'lost', person: '', since: 0, was: 'oauth', lostAt: 0 };

export type UsableConnection = TokenConnection | ApiKeyConnection;

/** What names a connection, and whom it is of. */
export interface ConnectionIds {
  /** Another one whenever a team is connected anew. */
  id: string;
  /**
   * Of the account and its workspace: the same one whenever a team is connected anew with the same, where the service says
   * which they are; else the connection's own. The service tells names alone, in `/me`, and nothing in a token: two workspaces of one
   * account that are called the same are taken for one. All ids are of one workspace, so nothing of one comes to the other: what is
   * under way in the other when the team is connected anew fails once, and a document is called gone only where that is proved.
   */
  account: string;
}

/** null where the connection has expired. */
export function idsOf(connection: Connection): ConnectionIds | null {
  if (connection.kind === 'lost') return null;
  const id = idOf(connection);
  return { id, account: knownAccount(connection, connection.accounts ?? [])?.id ?? id };
}

const idOf = ({ name, since }: UsableConnection) => name ?? `since ${since}`;

const knownAccount = ({ who }: Connection, accounts: KnownAccount[]) =>
  accounts.find(({ email, workspace }) => email === who?.email && workspace === who.workspace);

/** More than a team is ever connected with in turns. */
const ACCOUNTS = 10;

/** The accounts to keep with a connection that takes the place of another. */
export function accountsAfter(before: Connection | null, connection: UsableConnection): KnownAccount[] {
  const former = before ? accountsOf(before) : [];
  if (knownAccount(connection, former)) return former;
  return [...former, ...accountsOf(connection)].slice(-ACCOUNTS);
}

function accountsOf(connection: Connection): KnownAccount[] {
  const { accounts, who: { email, workspace } = {} } = connection;
  if (accounts) return accounts;
  return connection.kind !== 'lost' && email && workspace ? [{ id: idOf(connection), email, workspace }] : [];
}

/** How long before its end an access token is renewed: milliseconds, and of a short-lived one at most this part. */
const RENEW_AHEAD_MS = 2 * 60_000;
const RENEW_AHEAD_PART = 0.2;

/** Is it time for a new access token? One that cannot be renewed is used to its end. */
export function isDue({ mintedAt, expiresAt, refreshToken }: TokenConnection, now: number): boolean {
  const ahead = refreshToken ? Math.min(RENEW_AHEAD_MS, (expiresAt - mintedAt) * RENEW_AHEAD_PART) : 0;
  return expiresAt - now <= ahead;
}

export function isOver({ expiresAt }: TokenConnection, now: number): boolean {
  return expiresAt <= now;
}

/** The same connection without its secrets. */
export function expired(connection: UsableConnection, now: number): ExpiredConnection {
  const { person, since, who, kind } = connection;
  const accounts = accountsOf(connection);
  return { kind: 'lost', person, since, ...(who && { who }), accounts, was: kind, lostAt: now };
}

/** Whether a connection was made with a service at another address, which must not be sent its secrets. */
export function isOfElsewhere(connection: UsableConnection, baseUrl: string): boolean {
  return connection.baseUrl !== undefined && connection.baseUrl !== baseUrl;
}

/** The credential headers of a request (service interface, "Authentication"). */
export function headersOf(connection: UsableConnection): Record<string, string> {
  return connection.kind === 'oauth'
    ? { Authorization: `Bearer ${connection.accessToken}` }
    : { 'X-API-KEY': connection.apiKey };
}
