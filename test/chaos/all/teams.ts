import type { SeedConversation, SeedTeam } from '../../../sandbox/slack/seed/seed.ts';
import type { Kind } from './kinds.ts';

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
    // A digest is due by the clock of whoever sets it up, and the run goes by UTC.
    tz: 'UTC',
  }));
  const members = people.map(({ id }) => id);
  const conversation = (kind: 'channel' | 'private', number: number): SeedConversation => ({
    ...{ id: `C0${letter}${number}`, name: `${letter.toLowerCase()}-${kind}-${number}`, kind, members },
    ...{ topic: '', app: true },
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

/** The teams, with a channel for each digest that is planned: its name is the digest's word, and so is in its title. */
export function teamsFor(asks: { kind: Kind; team: string; channel: string; word: string }[]): SeedTeam[] {
  const digests = asks.filter(({ kind }) => kind === 'digest');
  return teams.map((each) => ({
    ...each,
    conversations: [
      ...each.conversations,
      ...digests
        .filter(({ team: id }) => id === each.id)
        .map(({ channel: id, word: name }): SeedConversation => {
          const members = each.people.map((person) => person.id);
          return { ...{ id, name, members, kind: 'channel', topic: '', app: true }, messages: [] };
        }),
    ],
  }));
}

/** Who connects each team, and the workspace that pays for it. */
export const connected = new Map([
  ['T0A', { account: 'vera@northwind.example', workspace: 'Northwind Studio', workspaceId: 'ws_northwind' }],
  ['T0B', { account: 'rita@labs.example', workspace: 'Northwind Labs', workspaceId: 'ws_labs' }],
  ['T0C', { account: 'rita@labs.example', workspace: 'Northwind Labs', workspaceId: 'ws_labs' }],
]);
