import type { Conversation } from '../../protocol.ts';
import { ConversationIcon } from '../conversation/ConversationIcon.tsx';
import { useClient, useModel, useWorkspace } from '../state/context.ts';
import { conversationName } from '../state/shown/names.ts';

/** A conversation in the sidebar. As in Slack, direct messages count unread messages, channels only mentions. */
const hasBadge = ({ kind, mention, unread }: Conversation): boolean =>
  unread > 0 && (mention || kind === 'im' || kind === 'mpim' || kind === 'app');

export function SidebarItem({ conversation }: { conversation: Conversation }) {
  const client = useClient();
  const workspace = useWorkspace();
  const isOpen = useModel((model) => model.place.channel === conversation.id);
  const { id, unread } = conversation;
  const isUnread = unread > 0 && !isOpen;
  return (
    <button
      type="button"
      className={isUnread ? 'sidebar-item is-unread' : 'sidebar-item'}
      aria-current={isOpen ? 'page' : undefined}
      onClick={() => client.open({ channel: id })}
    >
      <span className="sidebar-icon">
        <ConversationIcon conversation={conversation} />
      </span>
      <span className="sidebar-name">{conversationName(conversation, workspace)}</span>
      {isUnread && <span className="visually-hidden">, unread</span>}
      {isUnread && hasBadge(conversation) && <span className="badge">{unread}</span>}
    </button>
  );
}
