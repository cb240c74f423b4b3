import type { Seed, SeedConversation, SeedTeam } from '../../sandbox/slack/seed/seed.ts';

const person = (handle: string, name: string, role: 'owner' | 'member' | 'guest') => ({
  id: `U0${handle.toUpperCase()}`,
  handle,
  name,
  role,
  email: `${handle}@example.com`,
  title: '',
  initials: name.charAt(0),
  color: '#3b6ea5',
  tz: 'Europe/Lisbon',
});

const channel = (
  name: string,
  rest: Pick<SeedConversation, 'kind' | 'members' | 'app'>,
): SeedConversation => ({
  id: `C0${name.toUpperCase()}`,
  name,
  topic: '',
  messages: [{ at: { minutesAgo: 5 }, user: 'U0BEN', text: `Welcome to ${name}` }],
  ...rest,
});

const everybody = ['U0ANA', 'U0BEN', 'U0CHLOE'];

/** A small team: Ana is its owner, Ben and Chloe are members. */
export const smallTeam: Seed = {
  teams: [
    {
      id: 'T0SMALL',
      name: 'Small team',
      domain: 'small',
      initials: 'ST',
      color: '#3b6ea5',
      installed: true,
      people: [
        person('ana', 'Ana Reyes', 'owner'),
        person('ben', 'Ben Okafor', 'member'),
        person('chloe', 'Chloe Martin', 'member'),
      ],
      groups: [{ id: 'S0SALES', name: 'Sales', handle: 'sales', users: ['U0CHLOE'] }],
      conversations: [
        channel('general', { kind: 'channel', members: everybody, app: true }),
        channel('random', { kind: 'channel', members: everybody, app: false }),
        // Archived by the one story that needs it; nothing else happens there.
        channel('attic', { kind: 'channel', members: everybody, app: true }),
        channel('leaders', { kind: 'private', members: ['U0ANA', 'U0BEN'], app: true }),
        channel('board', { kind: 'private', members: ['U0ANA'], app: false }),
      ],
    },
  ],
};

/** The same with Gus, a guest who is in #general alone. */
export const teamWithGuest: Seed = {
  teams: smallTeam.teams.map((one) => ({
    ...one,
    people: [...one.people, person('gus', 'Gus Lund', 'guest')],
    conversations: one.conversations.map((conversation) =>
      conversation.id === 'C0GENERAL' ? { ...conversation, members: [...everybody, 'U0GUS'] } : conversation,
    ),
  })),
};

/** Another team, where the app is not yet: Nora is its owner, Tom a member. */
export const bookshop: SeedTeam = {
  id: 'T0BOOKS',
  name: 'Harbour Books',
  domain: 'books',
  initials: 'HB',
  color: '#7b3f61',
  installed: false,
  people: [person('nora', 'Nora Lind', 'owner'), person('tom', 'Tom Achterberg', 'member')],
  conversations: [
    {
      ...channel('shop', { kind: 'channel', members: ['U0NORA', 'U0TOM'], app: true }),
      messages: [{ at: { minutesAgo: 5 }, user: 'U0NORA', text: 'Three atlases sold.' }],
    },
  ],
};
