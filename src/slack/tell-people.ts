import type { Connected } from '../connections/connections.ts';
import { connectedMessage, lostMessage } from './blocks/connection-news.ts';
import type { Message, Words } from './blocks/parts.ts';
import { installerWelcome } from './blocks/welcome.ts';
import type { SlackClients } from './clients.ts';
import type { SlackContext } from './context.ts';
import { isFirstWelcome } from './events/home.ts';
import type { TeamInstallation } from './installation/installation.ts';

/** Direct messages that nobody asked for at that moment: few, and each once. */
export function createTelling(clients: SlackClients, slack: Pick<SlackContext, 'once'> & Words) {
  async function tell(team: string, person: string, message: Message): Promise<void> {
    const client = await clients.posts(team);
    await client.chat.postMessage({ channel: person, ...message });
  }

  return {
    connected: ({ team, person, state }: Connected) => tell(team, person, connectedMessage(state, slack)),
    lost: (team: string, person: string) => tell(team, person, lostMessage(slack)),
    /** Who installs a second time, say to allow more scopes, knows Deckhand already. */
    async installed({ team, person }: TeamInstallation): Promise<void> {
      if (await isFirstWelcome({ team, person }, slack)) await tell(team, person, installerWelcome(slack));
    },
  };
}
