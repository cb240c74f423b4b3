import type { ConnectionState } from '../context.ts';
import type { Words } from './parts.ts';
import { escaped } from './text.ts';

/** What stands in the way and what a person can do about it, as plain text; undefined where nothing does. */
export function connectionFault(state: ConnectionState, { serviceName }: Words): string | undefined {
  const sentences: Record<ConnectionState, string | undefined> = {
    connected: undefined,
    unconnected: `Deckhand is not connected to ${serviceName} yet, so nothing can be made. Ask whoever set Deckhand up to connect it.`,
    expired: `The connection to ${serviceName} has to be renewed before anything can be made. Ask whoever set Deckhand up to renew it.`,
  };
  return sentences[state];
}

/** The same, as mrkdwn for a block. */
export function connectionNotice(state: ConnectionState, words: Words): string | undefined {
  const fault = connectionFault(state, words);
  return fault && `:warning: ${escaped(fault, 1000)}`;
}
