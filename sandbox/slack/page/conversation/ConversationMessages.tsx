import type { Conversation } from '../../protocol.ts';
import { Composer } from '../composer/Composer.tsx';
import { MessageList } from '../message/MessageList.tsx';
import { Welcome } from '../shell/Welcome.tsx';
import { useModel, useWorkspace } from '../state/context.ts';
import { markedName } from '../state/shown/names.ts';

export function ConversationMessages({ conversation }: { conversation: Conversation }) {
  const workspace = useWorkspace();
  const messages = useModel((model) => model.histories[conversation.id]);
  const newFrom = useModel((model) => model.newFrom[conversation.id]);
  const name = markedName(conversation, workspace);
  return (
    <>
      <MessageList
        label={`Messages in ${name}`}
        testId="message-list"
        channel={conversation.id}
        messages={messages}
        newFrom={newFrom}
        intro={<Welcome conversation={conversation} />}
      />
      <Composer channel={conversation.id} placeholder={`Message ${name}`} />
    </>
  );
}
