import type { Conversation } from '../../protocol.ts';
import { Mrkdwn } from '../mrkdwn/Mrkdwn.tsx';
import { ArrowLeftIcon } from '../parts/icons.tsx';
import { useClient, useWorkspace } from '../state/context.ts';
import { conversationName } from '../state/shown/names.ts';
import { ConversationIcon } from './ConversationIcon.tsx';
import { WorkflowMenu } from './WorkflowMenu.tsx';

export function ConversationHeader({ conversation }: { conversation: Conversation }) {
  const client = useClient();
  const workspace = useWorkspace();
  return (
    <header className="pane-header">
      <button
        type="button"
        className="icon-button back-button"
        aria-label="Back to conversations"
        onClick={() => client.open({ channel: null })}
      >
        <ArrowLeftIcon />
      </button>
      <h1>
        <ConversationIcon conversation={conversation} />
        <span>{conversationName(conversation, workspace)}</span>
      </h1>
      <div className="pane-about">
        <Mrkdwn text={conversation.topic} />
      </div>
      <WorkflowMenu />
    </header>
  );
}
