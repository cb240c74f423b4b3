import { Avatar } from '../parts/Avatar.tsx';
import { ChevronDownIcon } from '../parts/icons.tsx';
import { MenuButton } from '../parts/Menu.tsx';
import { useClient, useWorkspace } from '../state/context.ts';

const roles = {
  owner: 'Workspace owner',
  admin: 'Workspace admin',
  member: 'Member',
  guest: 'Guest',
  bot: 'App',
} as const;

/** The acting person, with a menu of the others. */
export function ProfileMenu() {
  const client = useClient();
  const { me, people, team } = useWorkspace();
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
    <MenuButton
      name={`You are ${me.name} (${roles[me.role]}). Act as somebody else`}
      menuName="Act as"
      className="profile-button"
      isEndAligned
      sections={[{ key: 'people', heading: 'Act as', items }]}
    >
      <Avatar userId={me.id} size={26} />
      <b>{me.name}</b>
      {me.role !== 'member' && <span className="profile-role">{me.role}</span>}
      <ChevronDownIcon />
    </MenuButton>
  );
}
