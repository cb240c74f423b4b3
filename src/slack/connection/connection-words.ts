import type { ConnectionBlocker } from '../../asks/admission.ts';
import type { Words } from '../kit/parts.ts';
import { escaped } from '../kit/text.ts';
import { keyRefused, whomToAsk } from './connect-blocks.ts';

/** What stands in the way and what a person can do about it, as plain text. */
export function connectionFault(blocker: ConnectionBlocker, { serviceName }: Words): string {
  const sentences: Record<ConnectionBlocker, string> = {
    unconnected: `Deckhand is not connected to ${serviceName} yet, so nothing can be made. A Slack admin can connect it with /deck connect.`,
    expired: `The connection to ${serviceName} has to be renewed before anything can be made. A Slack admin can renew it with /deck connect.`,
    key_refused: `The key that Deckhand has for ${serviceName} is refused, so nothing can be made. Whoever runs Deckhand has to renew it.`,
  };
  return sentences[blocker];
}

/** The same, as mrkdwn for a block. @param askAbout admins, for somebody who may not connect */
export function connectionNotice(
  blocker: ConnectionBlocker,
  askAbout: string[] | undefined,
  words: Words,
): string {
  const service = escaped(words.serviceName, 75);
  if (blocker === 'key_refused') return `:warning: ${keyRefused(service)}`;
  const what =
    blocker === 'unconnected'
      ? `Deckhand is not connected to ${service} yet, so nothing can be made.`
      : `The connection to ${service} has to be renewed before anything can be made.`;
  return `:warning: ${what}${askAbout ? ` ${whomToAsk(askAbout)}` : ''}`;
}
