import type { Connection, Who } from './connection.ts';

/** A team's connection as people see it. No secret is in it. */
export interface ConnectionState {
  /** `configured`: by SERVICE_API_KEY, for the whole deployment. */
  kind: 'none' | 'oauth' | 'api_key' | 'configured';
  /** False where a person has to connect, or connect anew. */
  works: boolean;
  /** The Slack user who connected. */
  person?: string;
  since?: Date;
  /** Who that is at the service, and in which workspace, where it tells. */
  who?: Who;
  /** Credits left, as the service last said. */
  credits?: number;
}

export function stateOf(
  connection: Connection | null,
  isConfigured: boolean,
  credits: number | undefined,
): ConnectionState {
  const left = credits === undefined ? {} : { credits };
  if (!connection)
    return isConfigured ? { kind: 'configured', works: true, ...left } : { kind: 'none', works: false };
  const { person, since, who } = connection;
  const common = { person, since: new Date(since), ...(who && { who }), ...left };
  return connection.kind === 'lost'
    ? { kind: connection.was, works: false, ...common }
    : { kind: connection.kind, works: true, ...common };
}

/** Whether a team's asks can be made: `lost` means that a person has to connect anew. */
export type Standing = 'connected' | 'unconnected' | 'lost';

export function standingOf(connection: Connection | null, isConfigured: boolean): Standing {
  if (!connection) return isConfigured ? 'connected' : 'unconnected';
  return connection.kind === 'lost' ? 'lost' : 'connected';
}
