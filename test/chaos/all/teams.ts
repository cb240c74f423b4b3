import type { Seed, SeedTeam } from '../../../sandbox/slack/seed/seed.ts';

/** Three teams of eight people each; two of them pay at the service from one workspace. */

const PEOPLE = 8;

function team(letter: string, name: string): SeedTeam {
  const people = Array.from({ length: PEOPLE }, (_, number) => ({
    id: `U0${letter}${number}`,
    handle: `${letter.toLowerCase()}${number}`,
    name: `${name} ${number}`,
    role: number === 0 ? ('owner' as const) : ('member' as const),
    email: `${letter.toLowerCase()}${number}@example.com`,
    title: '',
    initials: `${letter}${number}`,
    color: '#3b6ea5',
    tz: 'Europe/Lisbon',
  }));
  const members = people.map(({ id }) => id);
  const conversation = (kind: 'channel' | 'private', number: number) => ({
    id: `C0${letter}${number}`,
    name: `${letter.toLowerCase()}-${kind}-${number}`,
    topic: '',
    kind,
    members,
    app: true,
    messages: [{ at: { minutesAgo: 5 }, user: `U0${letter}1`, text: 'Welcome.' }],
  });
  return {
    id: `T0${letter}`,
    name,
    domain: name.toLowerCase(),
    initials: letter,
    color: '#3b6ea5',
    installed: false,
    people,
    conversations: [conversation('channel', 1), conversation('channel', 2), conversation('private', 3)],
  };
}

export const teams = [team('A', 'Anvil'), team('B', 'Birch'), team('C', 'Cedar')];
export const seed: Seed = { teams };

/** Who connects each team, and the workspace that pays for it. */
export const connected = new Map([
  ['T0A', { account: 'vera@northwind.example', workspace: 'Northwind Studio', workspaceId: 'ws_northwind' }],
  ['T0B', { account: 'rita@labs.example', workspace: 'Northwind Labs', workspaceId: 'ws_labs' }],
  ['T0C', { account: 'rita@labs.example', workspace: 'Northwind Labs', workspaceId: 'ws_labs' }],
]);
