import type { Conversation } from '../../protocol.ts';
import { Avatar } from '../parts/Avatar.tsx';
import { HashIcon, LockIcon } from '../parts/icons.tsx';
import { useWorkspace } from '../state/context.ts';

/** The icon before a conversation's name: #, a lock, or the other person's picture. */
export function ConversationIcon({ conversation }: { conversation: Conversation }) {
  const { me, app } = useWorkspace();
  if (conversation.kind === 'channel') return <HashIcon />;
  if (conversation.kind === 'private') return <LockIcon />;
  if (conversation.kind === 'app') return <Avatar userId={app.botUserId} size={20} />;
  const other = conversation.members.find((id) => id !== me.id) ?? me.id;
  return <Avatar userId={other} size={20} />;
}
