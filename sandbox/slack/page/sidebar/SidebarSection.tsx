import { useId } from 'react';
import type { Conversation } from '../../protocol.ts';
import { ChevronDownIcon, ChevronRightIcon } from '../parts/icons.tsx';
import { useFlag } from '../state/flag.ts';
import { SidebarItem } from './SidebarItem.tsx';

interface Props {
  name: string;
  conversations: Conversation[];
}

/** Folded up, a section still shows what is unread. */
export function SidebarSection({ name, conversations }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useFlag(`section.${name}`, true);
  const shown = conversations.filter(({ unread }) => isOpen || unread > 0);
  if (conversations.length === 0) return null;
  return (
    <section className="sidebar-section" aria-labelledby={id}>
      <button
        id={id}
        type="button"
        className="sidebar-section-name"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />} {name}
      </button>
      <ul>
        {shown.map((conversation) => (
          <li key={conversation.id}>
            <SidebarItem conversation={conversation} />
          </li>
        ))}
      </ul>
    </section>
  );
}
