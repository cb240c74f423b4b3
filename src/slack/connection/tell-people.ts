import type { Connected } from '../../connections/connections.ts';
import { PostRefused } from '../../generations/delivery/delivery.ts';
import type { SlackClients } from '../bolt/clients.ts';
import type { SlackContext } from '../bolt/context.ts';
import { orPostRefused } from '../bolt/posts.ts';
import { isFirstWelcome } from '../home/home.ts';
import { installerWelcome } from '../home/welcome.ts';
import type { TeamInstallation } from '../installation/installation.ts';
import type { Message, Words } from '../kit/parts.ts';
import { connectedMessage, lostMessage } from './connection-news.ts';

/** Direct messages that nobody asked for at that moment: few, and each once. */
export function createTelling(clients: SlackClients, slack: Pick<SlackContext, 'once' | 'log'> & Words) {
  async function tell(team: string, person: string, message: Message): Promise<void> {
    const client = await clients.posts(team);
    await client.chat.postMessage({ channel: person, ...message });
  }

  return {
    connected: ({ team, person, summary }: Connected) => tell(team, person, connectedMessage(summary, slack)),
    /** Throws where Slack will take it later; after an answer that was lost it may stand there already. */
    async lost(team: string, person: string): Promise<void> {
      try {
        await orPostRefused(() => tell(team, person, lostMessage(slack)));
      } catch (error) {
        if (error instanceof PostRefused && error.retryAfterMs !== undefined) throw error;
        slack.log.warn({ team, err: error }, 'a person may not have been told of a lost connection');
      }
    },
    /** Who installs a second time, say to allow more scopes, knows Deckhand already. */
    async installed({ team, person }: TeamInstallation): Promise<void> {
      if (await isFirstWelcome({ team, person }, slack)) await tell(team, person, installerWelcome(slack));
    },
  };
}
