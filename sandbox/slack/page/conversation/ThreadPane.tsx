import type { Conversation } from '../../protocol.ts';
import { Composer } from '../composer/Composer.tsx';
import { MessageList } from '../message/MessageList.tsx';
import { CloseIcon } from '../parts/icons.tsx';
import { useClient, useModel, useWorkspace } from '../state/context.ts';
import { markedName } from '../state/shown/names.ts';

interface Props {
  conversation: Conversation;
  threadTs: string;
}

export function ThreadPane({ conversation, threadTs }: Props) {
  const client = useClient();
  const workspace = useWorkspace();
  const thread = useModel((model) => model.thread);
  const messages = thread?.ts === threadTs ? thread.messages : undefined;
  const replies = (messages ?? []).filter(({ ts, ephemeralFor }) => ts !== threadTs && !ephemeralFor).length;
  return (
    <aside className="thread-pane" aria-label="Thread" data-testid="thread-pane">
      <header className="pane-header">
        <h2>Thread</h2>
        <span className="pane-about">{markedName(conversation, workspace)}</span>
        <button type="button" className="icon-button" aria-label="Close thread" onClick={client.closeThread}>
          <CloseIcon />
        </button>
      </header>
      <MessageList
        label="Thread"
        testId="thread-list"
        channel={conversation.id}
        threadTs={threadTs}
        messages={messages}
        afterFirst={replies > 0 && <ReplyCount count={replies} />}
      />
      <Composer channel={conversation.id} threadTs={threadTs} placeholder="Reply…" />
    </aside>
  );
}

const ReplyCount = ({ count }: { count: number }) => (
  <div className="reply-count">
    <span>
      {count} {count === 1 ? 'reply' : 'replies'}
    </span>
  </div>
);
