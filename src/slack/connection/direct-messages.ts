import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { Connected } from '../../connections/connections.ts';
import { PostRefused } from '../../generations/delivery/delivery.ts';
import { actions } from '../bolt/action-ids.ts';
import type { SlackClients } from '../bolt/clients.ts';
import type { SlackContext } from '../bolt/context.ts';
import { orPostRefused } from '../bolt/posts.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/parts.ts';
import { atStart, serviceText } from '../kit/text.ts';
import { madeBy } from './connect-blocks.ts';

/** Direct messages about a team's connection: few, and each once. */

export function createConnectionMessages(
  clients: Pick<SlackClients, 'posts'>,
  slack: Pick<SlackContext, 'connectCards' | 'log'> & Deployment,
) {
  async function post(team: string, person: string, message: Message) {
    const client = await clients.posts(team);
    return client.chat.postMessage({ channel: person, ...message });
  }

  return {
    async connected({ team, person, summary }: Connected): Promise<void> {
      await slack.connectCards.replace(team, summary);
      await post(team, person, connectedMessage(summary, slack));
    },
    /** Throws only where Slack asks to wait; after a lost answer the message may have been posted. */
    async expired(team: string, person: string): Promise<void> {
      try {
        const { channel, ts } = await orPostRefused(() => post(team, person, expiredMessage(slack)));
        if (channel && ts) await slack.connectCards.remember(team, { channel, ts });
      } catch (error) {
        if (error instanceof PostRefused && error.retryAfterMs !== undefined) throw error;
        slack.log.warn({ team, err: error }, 'a person may not have been told of an expired connection');
      }
    },
  };
}

/** To the person who connected: it works, and what follows from it. */
export function connectedMessage(state: ConnectionSummary, { serviceName }: Deployment): Message {
  const service = serviceText(serviceName);
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

/** To the person who had connected, once: the service no longer takes it. */
export function expiredMessage({ serviceName }: Deployment): Message {
  const service = serviceText(serviceName);
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
