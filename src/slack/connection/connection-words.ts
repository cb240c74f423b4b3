import type { ConnectionState } from '../bolt/context.ts';
import type { Words } from '../kit/parts.ts';
import { escaped } from '../kit/text.ts';
import { keyRefused, whomToAsk } from './connect-blocks.ts';

/** What stands in the way and what a person can do about it, as plain text; undefined where nothing does. */
export function connectionFault(state: ConnectionState, { serviceName }: Words): string | undefined {
  const sentences: Record<ConnectionState, string | undefined> = {
    connected: undefined,
    unconnected: `Deckhand is not connected to ${serviceName} yet, so nothing can be made. A Slack admin can connect it with /deck connect.`,
    expired: `The connection to ${serviceName} has to be renewed before anything can be made. A Slack admin can renew it with /deck connect.`,
    key_refused: `The key that Deckhand has for ${serviceName} is refused, so nothing can be made. Whoever runs Deckhand has to renew it.`,
  };
  return sentences[state];
}

/** The same, as mrkdwn for a block. @param askAbout admins, for somebody who may not connect */
export function connectionNotice(
  state: ConnectionState,
  askAbout: string[] | undefined,
  words: Words,
): string | undefined {
  if (state === 'connected') return undefined;
  const service = escaped(words.serviceName, 75);
  if (state === 'key_refused') return `:warning: ${keyRefused(service)}`;
  const what =
    state === 'unconnected'
      ? `Deckhand is not connected to ${service} yet, so nothing can be made.`
      : `The connection to ${service} has to be renewed before anything can be made.`;
  return `:warning: ${what}${askAbout ? ` ${whomToAsk(askAbout)}` : ''}`;
}
