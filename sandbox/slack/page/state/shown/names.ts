import type { Conversation, Workspace } from '../../../protocol.ts';

/** Returns a conversation's name in the sidebar. A direct message has the other person's name. */
export function conversationName(conversation: Conversation, { me, people }: Workspace): string {
  if (conversation.kind !== 'im' && conversation.kind !== 'mpim') return conversation.name;
  const others = conversation.members.filter((id) => id !== me.id);
  const names = others.map((id) => people.find((person) => person.id === id)?.name ?? conversation.name);
  if (names.length === 0) return `${me.name} (you)`;
  return names.join(', ');
}

/** Returns the name with a # if it is a channel. */
export function markedName(conversation: Conversation, workspace: Workspace): string {
  const name = conversationName(conversation, workspace);
  return conversation.kind === 'channel' || conversation.kind === 'private' ? `#${name}` : name;
}
