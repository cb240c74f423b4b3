import './profileMenu.css';
import { useRef, useState } from 'react';
import { Avatar } from '../parts/Avatar.tsx';
import { ChevronDownIcon } from '../parts/icons.tsx';
import { Menu } from '../parts/Menu.tsx';
import { useClient, useWorkspace } from '../state/context.ts';

const roles = {
  owner: 'Workspace owner',
  admin: 'Workspace admin',
  member: 'Member',
  guest: 'Guest',
  bot: 'App',
} as const;

/** Who one is here, and the way to act as somebody else. */
export function ProfileMenu() {
  const client = useClient();
  const { me, people, team } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const items = people
    .filter(({ role }) => role !== 'bot')
    .map((person) => ({
      key: person.id,
      label: person.name,
      detail: [roles[person.role], person.title].filter(Boolean).join(' · '),
      lead: <Avatar userId={person.id} size={32} />,
      isChosen: person.id === me.id,
      onSelect: () => void client.become({ user: person.id, team: team.id }),
    }));
  return (
    <>
      <button
        ref={button}
        type="button"
        className="profile-button"
        aria-label={`You are ${me.name} (${roles[me.role]}). Act as somebody else`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Avatar userId={me.id} size={26} />
        <span className="profile-name">{me.name}</span>
        {me.role !== 'member' && <span className="profile-role">{me.role}</span>}
        <ChevronDownIcon />
      </button>
      {isOpen && (
        <Menu
          name="Act as"
          anchor={button}
          isEndAligned
          sections={[{ key: 'people', heading: 'Act as', items }]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
