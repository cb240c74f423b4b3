import type { OperatorKey } from './api-key.ts';
import type { Account, Connection } from './connection.ts';

/** A team's connection as people see it. No secret is in it. */
export interface ConnectionSummary {
  /** `configured`: by SERVICE_API_KEY, for the whole deployment. */
  kind: 'none' | 'oauth' | 'api_key' | 'configured';
  /** False where a person has to connect, or connect anew; or the configured key is refused. */
  works: boolean;
  /** The team has its own connection, and there is a configured one that takes over when it is disconnected. */
  hasFallback?: true;
  /** The Slack user who connected. */
  person?: string;
  since?: Date;
  /** The account and the workspace at the service, where it says. */
  who?: Account;
  /** Credits left, as the service last said. */
  credits?: number;
}

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
  return connection.kind === 'lost'
    ? { kind: connection.was, works: false, ...common }
    : { kind: connection.kind, works: true, ...common };
}

/**
 * Decides whether a team's asks can be made: with `expired` a person has to connect anew, with `key_refused` the
 * operator has to renew the configured key.
 */
export type ConnectionState = 'connected' | 'unconnected' | 'expired' | 'key_refused';

export function stateOf(
  connection: Connection | null,
  operatorKey: OperatorKey | undefined,
): ConnectionState {
  if (!connection && !operatorKey) return 'unconnected';
  if (!connection) return operatorKey?.works() ? 'connected' : 'key_refused';
  return connection.kind === 'lost' ? 'expired' : 'connected';
}
