import './shell.css';
import { useEffect } from 'react';
import { ConversationPane } from '../conversation/ConversationPane.tsx';
import { ThreadPane } from '../conversation/ThreadPane.tsx';
import { PanelPane } from '../link/PanelPane.tsx';
import { ModalStack } from '../modal/ModalStack.tsx';
import { Sidebar } from '../sidebar/Sidebar.tsx';
import { useConversation, useModel, useWorkspace } from '../state/context.ts';
import { markedName } from '../state/shown/names.ts';
import { Toasts } from './Toasts.tsx';
import { TopBar } from './TopBar.tsx';

/** The whole page. A phone shows one of list, conversation and thread at a time (`data-at`). */
export function Shell() {
  const { channel, thread } = useModel((model) => model.place);
  const panel = useModel((model) => model.panel);
  const workspace = useWorkspace();
  const conversation = useConversation(channel);
  const at = !channel ? 'list' : thread || panel ? 'thread' : 'conversation';
  const name = conversation ? `${markedName(conversation, workspace)} · ` : '';
  useEffect(() => {
    document.title = `${name}${workspace.team.name} · Sandbox`;
  }, [name, workspace.team.name]);
  return (
    <div className="shell" data-at={at}>
      <TopBar />
      <div className="shell-body">
        <Sidebar />
        {conversation && <ConversationPane key={conversation.id} conversation={conversation} />}
        {conversation && panel && <PanelPane panel={panel} />}
        {conversation && thread && !panel && (
          <ThreadPane key={thread} conversation={conversation} threadTs={thread} />
        )}
      </div>
      <ModalStack />
      <Toasts />
    </div>
  );
}
