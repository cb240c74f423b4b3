import type { Conversation, Workspace } from '../../../protocol.ts';
import { ConversationIcon } from '../../conversation/ConversationIcon.tsx';
import { Avatar } from '../../parts/Avatar.tsx';
import { conversationName } from '../../state/shown/names.ts';
import type { Choice } from './choice.ts';

export interface EntityElement {
  type: string;
  filter?: { include?: string[]; exclude_bot_users?: boolean };
}

const filterNames: Record<Conversation['kind'], string> = {
  channel: 'public',
  private: 'private',
  im: 'im',
  app: 'im',
  mpim: 'mpim',
};

/** What a users, channels or conversations select offers. */
export function entityChoices(workspace: Workspace, element: EntityElement): Choice[] {
  if (element.type.endsWith('users_select')) return people(workspace);
  const isOffered = element.type.endsWith('channels_select')
    ? ({ kind }: Conversation) => kind === 'channel'
    : (conversation: Conversation) => passes(conversation, element.filter ?? {});
  return workspace.conversations.filter(isOffered).map((conversation) => ({
    value: conversation.id,
    label: conversationName(conversation, workspace),
    lead: <ConversationIcon conversation={conversation} />,
  }));
}

const passes = ({ kind }: Conversation, filter: NonNullable<EntityElement['filter']>): boolean =>
  !(filter.exclude_bot_users && kind === 'app') &&
  (filter.include === undefined || filter.include.includes(filterNames[kind]));

const people = (workspace: Workspace): Choice[] =>
  workspace.people
    .filter(({ role }) => role !== 'bot')
    .map((person) => ({
      value: person.id,
      label: person.id === workspace.me.id ? `${person.name} (you)` : person.name,
      lead: <Avatar userId={person.id} size={20} />,
    }));
