import './sidebar.css';
import type { Conversation } from '../../protocol.ts';
import { TeamMenu } from '../shell/TeamMenu.tsx';
import { useWorkspace } from '../state/context.ts';
import { conversationName } from '../state/shown/names.ts';
import { SidebarSection } from './SidebarSection.tsx';

const sections: { name: string; kinds: Conversation['kind'][] }[] = [
  { name: 'Channels', kinds: ['channel', 'private'] },
  { name: 'Direct messages', kinds: ['im', 'mpim'] },
  { name: 'Apps', kinds: ['app'] },
];

export function Sidebar() {
  const workspace = useWorkspace();
  const byName = (a: Conversation, b: Conversation): number =>
    conversationName(a, workspace).localeCompare(conversationName(b, workspace));
  return (
    <nav className="sidebar" aria-label="Conversations">
      <header className="sidebar-header">
        <TeamMenu />
      </header>
      <div className="sidebar-list scrolls">
        {sections.map(({ name, kinds }) => (
          <SidebarSection
            key={name}
            name={name}
            conversations={workspace.conversations.filter(({ kind }) => kinds.includes(kind)).sort(byName)}
          />
        ))}
        {workspace.app.installUrl && (
          <a className="sidebar-add" href={workspace.app.installUrl}>
            + Add {workspace.app.name} to this workspace
          </a>
        )}
      </div>
    </nav>
  );
}
