import './conversationPane.css';
import type { Conversation } from '../../protocol.ts';
import { useModel } from '../state/context.ts';
import { tabOf } from '../state/place.ts';
import { AboutTab } from './AboutTab.tsx';
import { AppTabs } from './AppTabs.tsx';
import { ConversationHeader } from './ConversationHeader.tsx';
import { ConversationMessages } from './ConversationMessages.tsx';
import { HomeTab } from './HomeTab.tsx';

/** The open conversation. The app's has tabs, and opens on its Home as in Slack. */
export function ConversationPane({ conversation }: { conversation: Conversation }) {
  const place = useModel((model) => model.place);
  const isApp = conversation.kind === 'app';
  const tab = isApp ? tabOf(place) : 'messages';
  return (
    <main className="conversation-pane">
      <ConversationHeader conversation={conversation} />
      {isApp && <AppTabs tab={tab} />}
      {tab === 'home' && <HomeTab />}
      {tab === 'about' && <AboutTab />}
      {tab === 'messages' && <ConversationMessages conversation={conversation} />}
    </main>
  );
}
