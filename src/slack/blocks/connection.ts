import type { ConnectionState } from '../context.ts';
import type { Words } from './parts.ts';
import { escaped } from './text.ts';

/** What a person can do about the team's connection; undefined where there is nothing to do. mrkdwn. */
export function connectionNotice(state: ConnectionState, { serviceName }: Words): string | undefined {
  const service = escaped(serviceName, 75);
  const sentences: Record<ConnectionState, string | undefined> = {
    connected: undefined,
    unconnected: `:warning: Deckhand is not connected to ${service} yet, so nothing can be made. Ask whoever set Deckhand up to connect it.`,
    expired: `:warning: The connection to ${service} has to be renewed before anything can be made. Ask whoever set Deckhand up to renew it.`,
  };
  return sentences[state];
}
