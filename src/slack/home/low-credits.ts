import type { AdminNote } from '../../generations/delivery/admin-notes.ts';
import type { Log } from '../../log.ts';
import { thousands } from '../../text.ts';
import type { SlackClients } from '../bolt/calls/clients.ts';
import type { SlackContext } from '../bolt/context.ts';
import { adminsToAsk, guestsOf } from '../bolt/permissions/roles.ts';
import { context, type Deployment, type Message, section } from '../kit/blocks/parts.ts';
import { serviceText } from '../kit/blocks/text.ts';

interface RecipientOptions {
  clients: SlackClients;
  connections: Pick<SlackContext['connecting'], 'summaryOf'>;
  generations: Pick<SlackContext['generations'], 'people'>;
  log: Log;
}

/**
 * Returns a function that decides who gets a note: admins and, if credits are low, the person who connected the team. If guests were shut out,
 * the guests who have used Deckhand or wait for an admin. The function throws if Slack does not return the guests.
 */
export function createCreditRecipients({ clients, connections, generations, log }: RecipientOptions) {
  return async (team: string, kind: AdminNote['kind']): Promise<string[]> => {
    const client = await clients.reads(team);
    if (kind === 'guests_shut_out') {
      const people = new Set(await generations.people(team));
      return (await guestsOf({ client, team })).filter((person) => people.has(person));
    }
    const [{ person }, admins] = await Promise.all([
      kind === 'low_credits' ? connections.summaryOf(team) : { person: undefined },
      adminsToAsk({ client, team }, log),
    ]);
    return [...new Set([...(person ? [person] : []), ...admins])];
  };
}

export function lowCreditsMessage(
  { left, cost, documents }: Omit<Extract<AdminNote, { kind: 'low_credits' }>, 'kind'>,
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
