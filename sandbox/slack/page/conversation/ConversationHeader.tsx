import type { Conversation } from '../../protocol.ts';
import { Mrkdwn } from '../mrkdwn/Mrkdwn.tsx';
import { ArrowLeftIcon } from '../parts/icons.tsx';
import { useClient, useWorkspace } from '../state/context.ts';
import { conversationName } from '../state/shown/names.ts';
import { ConversationIcon } from './ConversationIcon.tsx';
import { Members } from './Members.tsx';

export function ConversationHeader({ conversation }: { conversation: Conversation }) {
  const client = useClient();
  const workspace = useWorkspace();
  const hasMembers = conversation.kind === 'channel' || conversation.kind === 'private';
  return (
    <header className="conversation-header">
      <button
        type="button"
        className="back-button"
        aria-label="Back to conversations"
        onClick={() => client.open({ channel: null })}
      >
        <ArrowLeftIcon />
      </button>
      <h1>
        <ConversationIcon conversation={conversation} />
        <span>{conversationName(conversation, workspace)}</span>
      </h1>
      <div className="conversation-topic">
        <Mrkdwn text={conversation.topic} />
      </div>
      {hasMembers && <Members ids={conversation.members} />}
    </header>
  );
}
