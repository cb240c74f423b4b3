import { useId } from 'react';
import type { Conversation } from '../../protocol.ts';
import { SidebarItem } from './SidebarItem.tsx';

interface Props {
  name: string;
  conversations: Conversation[];
}

export function SidebarSection({ name, conversations }: Props) {
  const id = useId();
  if (conversations.length === 0) return null;
  return (
    <section className="sidebar-section" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <ul>
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <SidebarItem conversation={conversation} />
          </li>
        ))}
      </ul>
    </section>
  );
}
