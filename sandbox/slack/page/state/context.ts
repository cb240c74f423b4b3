import { createContext, use, useSyncExternalStore } from 'react';
import type { Conversation, Person, Workspace } from '../../protocol.ts';
import type { Client } from './client.ts';
import type { Model } from './model.ts';

export const ClientContext = createContext<Client | null>(null);

export function useClient(): Client {
  const client = use(ClientContext);
  if (!client) throw new Error('A component of the page stands outside its client.');
  return client;
}

/** Returns a part of the model. `select` must return the same value until that part changes. */
export function useModel<Part>(select: (model: Model) => Part): Part {
  const { store } = useClient();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** Returns the workspace. Only for components that are shown after it is loaded. */
export function useWorkspace(): Workspace {
  const workspace = useModel((model) => model.workspace);
  if (!workspace) throw new Error('The workspace is not loaded yet.');
  return workspace;
}

/** Returns the time of the sandbox's clock, in Unix seconds. */
export function useNow(): number {
  return Date.now() / 1000 + useWorkspace().clock.ahead;
}

export function useConversation(id: string | null): Conversation | undefined {
  return useWorkspace().conversations.find((conversation) => conversation.id === id);
}

/** Returns a person or the app's bot by id. */
export function usePerson(id: string): Person {
  const { people, app } = useWorkspace();
  return people.find((person) => person.id === id) ?? strangers(id, app.botUserId, app.name);
}

function strangers(id: string, botUserId: string, appName: string): Person {
  const isApp = id === botUserId;
  const name = isApp ? appName : id === 'USLACKBOT' ? 'Slackbot' : id;
  return {
    id,
    name,
    handle: name.toLowerCase(),
    title: '',
    initials: name.slice(0, 1).toUpperCase(),
    color: '#5f4b66',
    role: isApp ? 'bot' : 'member',
    tz: 'UTC',
  };
}
