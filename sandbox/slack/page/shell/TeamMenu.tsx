import { useRef, useState } from 'react';
import { ChevronDownIcon } from '../parts/icons.tsx';
import { Menu } from '../parts/Menu.tsx';
import { useClient, useWorkspace } from '../state/context.ts';

/** The workspace's name, and the others there are (on a phone the only way to them). */
export function TeamMenu() {
  const client = useClient();
  const { team, teams } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const items = teams.map(({ id, name, initials, color }) => ({
    key: id,
    label: name,
    isChosen: id === team.id,
    lead: (
      <span className="team-tile" style={{ background: color }}>
        {initials}
      </span>
    ),
    onSelect: () => id !== team.id && void client.become({ user: null, team: id }),
  }));
  return (
    <>
      <button
        ref={button}
        type="button"
        className="team-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{team.name}</span> <ChevronDownIcon />
      </button>
      {isOpen && (
        <Menu
          name="Workspaces"
          anchor={button}
          sections={[{ key: 'teams', heading: 'Workspaces', items }]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
