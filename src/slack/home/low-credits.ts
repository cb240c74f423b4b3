import type { CreditGateway, LowCredits } from '../../documents/credits.ts';
import type { Log } from '../../log.ts';
import { thousands } from '../../text.ts';
import type { SlackClients } from '../bolt/clients.ts';
import type { SlackContext } from '../bolt/context.ts';
import { findMessage, orPostRefused, postMessage } from '../bolt/posts.ts';
import { adminsToAsk } from '../bolt/roles.ts';
import { context, type Deployment, type Message, section } from '../kit/parts.ts';
import { serviceText } from '../kit/text.ts';

interface GatewayOptions {
  clients: SlackClients;
  connections: Pick<SlackContext['connecting'], 'summaryOf'>;
  deployment: Deployment;
  log: Log;
}

/** Warnings of credits that run low, as direct messages. */
export function createCreditGateway({
  clients,
  connections,
  deployment,
  log,
}: GatewayOptions): CreditGateway {
  return {
    async recipients(team) {
      const client = await clients.reads(team);
      const [{ person }, admins] = await Promise.all([
        connections.summaryOf(team),
        adminsToAsk({ client, team }, log),
      ]);
      return [...new Set([...(person ? [person] : []), ...admins])];
    },
    async post(team, place, id, low) {
      return postMessage(await clients.posts(team), place, id, lowCreditsMessage(low, deployment));
    },
    async find(team, place, id, since) {
      const client = await clients.reads(team);
      return orPostRefused(() => findMessage(client, place, id, since));
    },
  };
}

export function lowCreditsMessage(
  { left, cost, documents }: LowCredits,
  { serviceName }: Deployment,
): Message {
  const service = serviceText(serviceName);
  const last = documents === 1 ? 'the last document' : `the last ${thousands(documents)} documents`;
  const headline = `Credits at ${service} are running low:`;
  const figures = `${left > 0 ? `${thousands(left)} left` : 'none left'}, and ${last} cost ${thousands(cost)}.`;
  return {
    text: `${headline} ${figures} Add some before they are used up.`,
    blocks: [
      section(`:warning: *${headline}* ${figures}`),
      section(
        `Add credits in the workspace at ${service}, or connect another one with \`/deck connect\`. What is asked for without credits cannot be made.`,
      ),
      ...context('To who connected Deckhand and to Slack admins, once a day at most.'),
    ],
  };
}
