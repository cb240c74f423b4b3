import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { Connected } from '../../connections/connections.ts';
import { PostRefused } from '../../generations/delivery/delivery.ts';
import { actions } from '../bolt/action-ids.ts';
import type { SlackClients } from '../bolt/clients.ts';
import type { SlackContext } from '../bolt/context.ts';
import { orPostRefused } from '../bolt/posts.ts';
import { adminsToAsk, roleIn } from '../bolt/roles.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/parts.ts';
import { atStart, mention, serviceText } from '../kit/text.ts';
import { madeBy } from './connect-blocks.ts';

/** Direct messages about a team's connection: few, and each once. */

export function createConnectionMessages(
  clients: Pick<SlackClients, 'posts' | 'reads'>,
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
    /**
     * To who had connected before somebody else did, and to some admins where it is none of them who connects. Each once:
     * a message that is lost is not posted again.
     */
    async changed({ team, person, summary }: Connected, former: string | undefined): Promise<void> {
      const told = former !== undefined && former !== person ? [former] : [];
      const client = await clients.reads(team);
      const isAdmins = (await roleIn({ client, team, person }, slack.log)) === 'admin';
      const admins = isAdmins ? [] : await adminsToAsk({ client, team }, slack.log);
      const others = admins.filter((admin) => admin !== person && !told.includes(admin));
      const posts = [
        ...told.map((one) => post(team, one, replacedMessage(person, summary, slack))),
        ...others.map((one) => post(team, one, connectedByMessage(person, summary, slack))),
      ];
      const failed = (await Promise.allSettled(posts)).filter(({ status }) => status === 'rejected').length;
      if (failed > 0) slack.log.warn({ team, failed }, 'some people were not told of a new connection');
    },
    /** Throws only where Slack asks to wait; after a lost answer the message may have been posted. */
    async expired(team: string, person: string): Promise<void> {
      try {
        const { channel, ts } = await orPostRefused(() => post(team, person, expiredMessage(slack)));
        if (channel && ts) await slack.connectCards.remember(team, { kind: 'message', channel, ts });
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
        'Type `/deck` followed by what it should be about. If something was waiting for the connection, it goes on by itself.',
      ),
      ...context(
        `What anybody here makes now spends your credits in that workspace. \`/deck disconnect\` ends it.`,
      ),
    ],
  };
}

/** To the person whose connection gave way to somebody else's. */
export function replacedMessage(by: string, state: ConnectionSummary, { serviceName }: Deployment): Message {
  const service = serviceText(serviceName);
  const text = `${mention(by)} has connected Deckhand to ${service}, in place of the connection that you had made.`;
  return {
    text,
    blocks: [
      section(`${text} ${madeBy(state)}`.trim()),
      ...context(
        'What anybody makes here from now on goes into that workspace, and no longer spends your credits. Your own documents stay where they are.',
      ),
    ],
  };
}

/** To admins, where somebody else has connected the team. */
export function connectedByMessage(
  by: string,
  state: ConnectionSummary,
  { serviceName }: Deployment,
): Message {
  const text = `${mention(by)} has connected Deckhand to ${serviceText(serviceName)}.`;
  return {
    text,
    blocks: [
      section(`${text} ${madeBy(state)}`.trim()),
      ...context(
        'Everybody here may connect Deckhand. On its Home you can let only admins do that; `/deck disconnect` ends the connection.',
      ),
    ],
  };
}

/** To the person whose connection somebody else has ended. */
export function endedMessage(by: string, { serviceName }: Deployment): Message {
  const service = serviceText(serviceName);
  const text = `${mention(by)} has ended the connection to ${service} that you had made for Deckhand.`;
  return {
    text,
    blocks: [
      section(text),
      ...context('Deckhand’s copy of your credentials is deleted. Documents stay where they are.'),
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
