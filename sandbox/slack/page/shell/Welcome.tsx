import './welcome.css';
import type { Conversation } from '../../protocol.ts';
import { Mrkdwn } from '../mrkdwn/Mrkdwn.tsx';
import { Avatar } from '../parts/Avatar.tsx';
import { useWorkspace } from '../state/context.ts';
import { conversationName, markedName } from '../state/shown/names.ts';

/** What stands at the very beginning of a conversation. */
export function Welcome({ conversation }: { conversation: Conversation }) {
  const workspace = useWorkspace();
  const isRoom = conversation.kind === 'channel' || conversation.kind === 'private';
  const other = conversation.members.find((id) => id !== workspace.me.id) ?? workspace.me.id;
  if (isRoom)
    return (
      <div className="welcome">
        <h2>{markedName(conversation, workspace)}</h2>
        <p>This is the very beginning of this {conversation.kind === 'private' ? 'private ' : ''}channel.</p>
        {conversation.topic && (
          <div className="welcome-topic">
            <Mrkdwn text={conversation.topic} />
          </div>
        )}
      </div>
    );
  return (
    <div className="welcome">
      <Avatar userId={conversation.kind === 'app' ? workspace.app.botUserId : other} size={64} />
      <p>
        This conversation is just between <b>{conversationName(conversation, workspace)}</b> and you.
      </p>
    </div>
  );
}
