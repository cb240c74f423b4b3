import type { OperatorKey } from './api-key.ts';
import type { Account, Connection } from './connection.ts';

/** A team's connection without its secrets, to be shown to people. */
export interface ConnectionSummary {
  /** `configured` means SERVICE_API_KEY, which the operator sets for all teams, or for the teams in SERVICE_API_KEY_TEAMS. */
  kind: 'none' | 'oauth' | 'api_key' | 'configured';
  /** False if a person has to connect (again), or if the configured key is refused. */
  works: boolean;
  /** The connection has only read access, so a person has to connect again with full access. */
  lacksScope?: true;
  /** The team has its own connection, but may also use SERVICE_API_KEY, and will use this key after a disconnect. */
  hasFallback?: true;
  /** The Slack user who connected. */
  person?: string;
  since?: Date;
  /** The account and the workspace at the service, if the service reports them. */
  who?: Account;
  /** Credits left, as the service last reported. */
  credits?: number;
}

/** Summarizes a stored connection, or the configured key if there is none. */
export function summaryOf(
  connection: Connection | null,
  operatorKey: OperatorKey | undefined,
  credits: number | undefined,
): ConnectionSummary {
  if (!connection)
    return operatorKey
      ? { kind: 'configured', works: operatorKey.works(), credits }
      : { kind: 'none', works: false };
  const { person, since, who } = connection;
  const fallback = operatorKey && { hasFallback: true as const };
  const common = { ...(person && { person, since: new Date(since) }), who, credits, ...fallback };
  return connection.kind === 'expired'
    ? { kind: connection.was, works: false, ...common }
    : { kind: connection.kind, works: !connection.lacksScope, lacksScope: connection.lacksScope, ...common };
}

/** Whether a team can make documents, has to be connected again (`expired`), or needs another SERVICE_API_KEY (`key_refused`). */
export type ConnectionState = 'connected' | 'unconnected' | 'expired' | 'key_refused';

export function stateOf(
  connection: Connection | null,
  operatorKey: OperatorKey | undefined,
): ConnectionState {
  if (!connection && !operatorKey) return 'unconnected';
  if (!connection) return operatorKey?.works() ? 'connected' : 'key_refused';
  return connection.kind === 'expired' ? 'expired' : 'connected';
}
