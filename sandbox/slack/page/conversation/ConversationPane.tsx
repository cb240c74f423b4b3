import './conversationPane.css';
import type { View } from '@slack/types';
import type { KeyboardEvent } from 'react';
import type { Conversation } from '../../protocol.ts';
import { Blocks } from '../blocks/Blocks.tsx';
import { FormContext } from '../blocks/form.ts';
import { useForm } from '../blocks/useForm.ts';
import { Composer } from '../composer/Composer.tsx';
import { MessageList } from '../message/MessageList.tsx';
import { useClient, useModel, useWorkspace } from '../state/context.ts';
import { type Tab, tabOf } from '../state/place.ts';
import { markedName } from '../state/shown/names.ts';
import { ConversationHeader } from './ConversationHeader.tsx';

/** The open conversation. The app's has two tabs and opens on its Home, as in Slack. */
export function ConversationPane({ conversation }: { conversation: Conversation }) {
  const place = useModel((model) => model.place);
  const isApp = conversation.kind === 'app';
  const tab = isApp ? tabOf(place) : 'messages';
  return (
    <main className="conversation-pane">
      <ConversationHeader conversation={conversation} />
      {isApp && <AppTabs tab={tab} />}
      {tab === 'home' ? <HomeTab /> : <ConversationMessages conversation={conversation} />}
    </main>
  );
}

const TABS = { home: 'Home', messages: 'Messages' } as const;

function AppTabs({ tab }: { tab: Tab }) {
  const client = useClient();
  const other = tab === 'home' ? 'messages' : 'home';
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent): void => {
    if (key !== 'ArrowRight' && key !== 'ArrowLeft') return;
    client.openTab(other);
    currentTarget.querySelector<HTMLElement>('[aria-selected="false"]')?.focus();
  };
  return (
    <div className="app-tabs" role="tablist" aria-label="App" tabIndex={-1} onKeyDown={onKeyDown}>
      {(['home', 'messages'] as const).map((id) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === tab}
          tabIndex={id === tab ? 0 : -1}
          onClick={() => client.openTab(id)}
        >
          {TABS[id]}
        </button>
      ))}
    </div>
  );
}

function ConversationMessages({ conversation }: { conversation: Conversation }) {
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
        end={messages && !messages.some(({ bot }) => bot) ? <TryFirst /> : undefined}
      />
      <Composer channel={conversation.id} placeholder={`Message ${name}`} />
    </>
  );
}

/** A hint what to try first. It is below the messages until the app has posted in the conversation. */
function TryFirst() {
  const { app } = useWorkspace();
  return (
    <p className="try-first">
      <b>What to try first:</b> type <code>/deck connect</code> to sign in to the document service, then{' '}
      <code>/deck</code> and what you want made. Or mention @{app.name} in a thread, or choose{' '}
      <b>Turn thread into slides</b> in a message’s menu.
    </p>
  );
}

function HomeTab() {
  const home = useModel((model) => model.home);
  const { app } = useWorkspace();
  return (
    <div className="home scrolls" role="tabpanel" aria-label="Home">
      {!home && (
        <div className="home-empty">
          <h2>Nothing here yet</h2>
          <p>{app.name} has not published its Home for you.</p>
        </div>
      )}
      {home && <PublishedHome view={home} />}
    </div>
  );
}

/** The stand-in gives a published view its id, as Slack does. */
function PublishedHome({ view }: { view: View & { id?: string } }) {
  const form = useForm({ view: view.id ?? 'home' }, view.blocks);
  return (
    <FormContext value={form}>
      <Blocks blocks={view.blocks} />
    </FormContext>
  );
}
