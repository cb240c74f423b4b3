import { ChevronDownIcon } from '../parts/icons.tsx';
import { MenuButton } from '../parts/Menu.tsx';
import { useClient, useWorkspace } from '../state/context.ts';

/** The workspace's name, with a menu of the other workspaces. */
export function TeamMenu() {
  const client = useClient();
  const { team, teams } = useWorkspace();
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
    <MenuButton
      name={team.name}
      menuName="Workspaces"
      className="team-button"
      sections={[{ key: 'teams', heading: 'Workspaces', items }]}
    >
      {team.name} <ChevronDownIcon />
    </MenuButton>
  );
}
