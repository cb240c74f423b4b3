import { readFileSync } from 'node:fs';
import type { Person } from '../workspace/model.ts';
import type { Seed, SeedConversation } from './seed.ts';
import { readTranscript } from './transcript.ts';

/** Two invented teams: Northwind Outfitters, which makes outdoor gear, and a bookshop. */

const person = (
  handle: string,
  name: string,
  title: string,
  color: string,
  more: Partial<Pick<Person, 'role' | 'tz'>> = {},
): Person => ({
  id: `U0${handle.toUpperCase()}`,
  name,
  handle,
  title,
  initials: name
    .split(' ')
    .map((part) => part[0])
    .join(''),
  color,
  role: more.role ?? 'member',
  tz: more.tz ?? 'Europe/London',
  email: `${handle}@northwind-outfitters.example`,
});

const people = [
  person('ana', 'Ana Reyes', 'VP Product', '#b5446e', { role: 'owner' }),
  person('ben', 'Ben Okafor', 'Product Marketing Lead', '#2f6f8f'),
  person('chloe', 'Chloe Martin', 'Revenue Operations', '#c2702e'),
  person('dev', 'Dev Patel', 'Engineering Manager, Online Shop', '#4b7f52'),
  person('elin', 'Elin Sørensen', 'Head of Design', '#7a5ea8', { tz: 'Europe/Copenhagen' }),
  person('farid', 'Farid Haddad', 'Supply Chain', '#8c6d3f'),
  person('grace', 'Grace Kim', 'Operations Director', '#3d6b99', { role: 'admin' }),
  person('hugo', 'Hugo Lindqvist', 'Wholesale', '#a03e3e', { tz: 'Europe/Stockholm' }),
  person('imani', 'Imani Brooks', 'Customer Care Lead', '#5b8a8a', { tz: 'America/New_York' }),
  person('jonas', 'Jonas Weber', 'Data Analyst', '#66743a', { tz: 'Europe/Berlin' }),
  person('kasia', 'Kasia Nowak', 'Content and Social', '#d0587e', { tz: 'Europe/Warsaw' }),
  person('liam', 'Liam Doyle', 'Retail Stores', '#4f5d95', { tz: 'Europe/Dublin' }),
  person('mei', 'Mei Tanaka', 'Chief Executive', '#2d2d5a', { role: 'admin' }),
  person('nils', 'Nils Aas', 'Photographer', '#6b5b3e', { role: 'guest', tz: 'Europe/Oslo' }),
];

/** Handles of everyone except guests, who are only in channels to which they were invited. */
const everyone = people.filter(({ role }) => role !== 'guest').map((each) => each.handle);

const idOf = (handle: string): string => {
  const found = people.find((each) => each.handle === handle);
  if (!found) throw new Error(`Northwind has no person "${handle}"`);
  return found.id;
};

const conversation = (
  kind: SeedConversation['kind'],
  name: string,
  id: string,
  topic: string,
  handles: string[],
  app = false,
): SeedConversation => ({
  id,
  kind,
  name: kind === 'im' ? '' : name,
  topic,
  members: handles.map(idOf),
  app,
  messages: readTranscript(readFileSync(new URL(`./northwind/${name}.chat`, import.meta.url), 'utf8'), idOf),
});

const launchTeam = [
  ...['ana', 'ben', 'chloe', 'dev', 'elin', 'farid', 'hugo', 'imani', 'kasia', 'liam', 'grace'],
  'nils',
];
const revenueTeam = ['ana', 'ben', 'chloe', 'hugo', 'jonas', 'liam', 'grace', 'mei', 'dev'];

export const northwind: Seed = {
  filesDir: new URL('./northwind/files', import.meta.url).pathname,
  teams: [
    {
      id: 'T0NORTHWIND',
      name: 'Northwind Outfitters',
      domain: 'northwind-outfitters',
      initials: 'NO',
      color: '#1f5c4d',
      installed: true,
      people,
      groups: [
        { id: 'S0LAUNCH', name: 'Launch team', handle: 'launch-team', users: launchTeam.map(idOf) },
        { id: 'S0LEADS', name: 'Leads', handle: 'leads', users: ['ana', 'dev', 'grace', 'mei'].map(idOf) },
      ],
      workflows: [
        {
          id: 'Wf0FRIDAY',
          name: 'Friday deck',
          detail: 'Every Friday: make a deck of #product-launch',
          step: 'make_document',
          inputs: {
            prompt:
              'What happened this week, what was decided, and what is open. Eight slides for people who were not there.',
            person: 'U0ANA',
            source: 'C0LAUNCH',
            days: 7,
            channel: 'C0LAUNCH',
          },
          runs: [],
        },
      ],
      conversations: [
        conversation('channel', 'general', 'C0GENERAL', 'Company news, for everybody', everyone, true),
        conversation(
          'channel',
          'product-launch',
          'C0LAUNCH',
          'Ridgeline 40: in shops on the 9th',
          launchTeam,
          true,
        ),
        conversation(
          'channel',
          'revenue',
          'C0REVENUE',
          'Numbers, weekly. Ask before you forward.',
          revenueTeam,
          true,
        ),
        conversation('channel', 'random', 'C0RANDOM', 'Dogs, hills, lunch', everyone),
        conversation(
          'channel',
          'customer-voice',
          'C0VOICE',
          'What customers tell us, good and bad',
          everyone,
          true,
        ),
        conversation('private', 'leadership', 'C0LEADERS', 'Stays in here', ['ana', 'grace', 'mei']),
        conversation('im', 'ana-ben', '', '', ['ana', 'ben']),
        conversation('im', 'ana-chloe', '', '', ['ana', 'chloe']),
        conversation('im', 'ben-kasia', '', '', ['ben', 'kasia']),
      ],
    },
    {
      id: 'T0HARBOUR',
      name: 'Harbour Books',
      domain: 'harbour-books',
      initials: 'HB',
      color: '#7b3f61',
      installed: false,
      people: [
        { ...person('nora', 'Nora Lind', 'Bookseller', '#7b3f61', { role: 'owner' }) },
        { ...person('tom', 'Tom Achterberg', 'Bookseller', '#3f6d7b') },
      ],
      conversations: [
        {
          id: 'C0SHOP',
          kind: 'channel',
          name: 'shop-floor',
          topic: 'The day in the shop',
          members: ['U0NORA', 'U0TOM'],
          app: false,
          messages: [
            {
              at: { workdaysAgo: 2, time: '09:10' },
              user: 'U0NORA',
              text: 'The crate from the auction is here: 41 atlases.',
            },
            {
              at: { workdaysAgo: 2, time: '09:14' },
              user: 'U0TOM',
              text: 'I will clear the window for them after lunch.',
            },
            {
              at: { workdaysAgo: 1, time: '16:48' },
              user: 'U0NORA',
              text: 'Three atlases sold, one of them to a sailor.',
            },
          ],
        },
      ],
    },
  ],
};
