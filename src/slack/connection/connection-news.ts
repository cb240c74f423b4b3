import type { ConnectionSummary } from '../../connections/connection-state.ts';
import { actions } from '../bolt/action-ids.ts';
import { button, buttons, context, type Message, section, type Words } from '../kit/parts.ts';
import { atStart, escaped } from '../kit/text.ts';
import { madeBy } from './connect-blocks.ts';

/** Direct messages about a team's connection. */

const SERVICE = 75;

/** To who connected: it works, and what follows from it. */
export function connectedMessage(state: ConnectionSummary, { serviceName }: Words): Message {
  const service = escaped(serviceName, SERVICE);
  return {
    text: `Deckhand is connected to ${service}. Type \`/deck\` followed by what it should be about.`,
    blocks: [
      section(`*Deckhand is connected to ${service}.* ${madeBy(state)}`.trim()),
      section(
        'Type `/deck` followed by what it should be about. What waited for the connection goes on by itself.',
      ),
      ...context(
        `What anybody here makes now spends your credits in that workspace. \`/deck disconnect\` ends it.`,
      ),
    ],
  };
}

/** To who had connected, once: the service no longer takes it. */
export function lostMessage({ serviceName }: Words): Message {
  const service = escaped(serviceName, SERVICE);
  const what = `${atStart(service)} no longer accepts the connection that you made for Deckhand.`;
  return {
    text: `${what} Reconnect, and what waits goes on by itself.`,
    blocks: [
      section(`:warning: *${what}* Until it is renewed nothing can be made here.`),
      section('Once you reconnect, what waits goes on by itself; nothing has to be asked for again.'),
      ...buttons(button('Reconnect', actions.connect, 'lost', 'primary')),
    ],
  };
}
