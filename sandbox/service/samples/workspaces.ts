import type { Member, Workspace } from '../store/records.ts';

/**
 * Made-up people. None has a name like somebody's in Slack: whose account pays is not who asks. The first of a workspace
 * is the one that its API key belongs to.
 */
const studio: Member[] = [
  { id: 'user_vera', name: 'Vera Stolz', email: 'vera@northwind.example', role: 'admin' },
  { id: 'user_theo', name: 'Theo Marchetti', email: 'theo@northwind.example', role: 'editor' },
  { id: 'user_yuki', name: 'Yuki Amano', email: 'yuki@northwind.example', role: 'editor' },
  { id: 'user_rufus', name: 'Rufus Hale', email: 'rufus@northwind.example', role: 'viewer' },
];

const labs: Member[] = [
  { id: 'user_rita', name: 'Rita Salgado', email: 'rita@labs.example', role: 'admin' },
  { id: 'user_theo', name: 'Theo Marchetti', email: 'theo@northwind.example', role: 'editor' },
];

const STUDIO_FOLDERS = [
  'All-hands',
  'Board updates',
  'Brand',
  'Budget 2027',
  'Case studies',
  'Client onboarding',
  'Competitor notes',
  'Customer interviews',
  'Data reviews',
  'Design critiques',
  'Engineering',
  'Events',
  'Finance',
  'Handbook',
  'Hiring',
  'Incident reviews',
  'Investor relations',
  'Launches',
  'Legal',
  'Marketing',
  'Newsletters',
  'Offsites',
  'Partners',
  'People',
  'Planning',
  'Press',
  'Product',
  'Proposals',
  'Research',
  'Retrospectives',
  'Roadmap',
  'Sales',
  'Security',
  'Support',
  'Training',
  'Weekly digests',
];

/** Rufus only sees what is meant for everybody. */
const FOR_EVERYBODY = ['All-hands', 'Handbook', 'Newsletters', 'Training'];

/** Two workspaces, so that a person has one to choose when connecting. Everybody has as many credits as the workspace. */
export function sampleWorkspaces(): Workspace[] {
  return [
    {
      id: 'ws_northwind',
      name: 'Northwind Studio',
      credits: 4_000,
      members: studio.map((member) => ({ ...member, credits: 4_000 })),
      folders: folders('northwind', STUDIO_FOLDERS, studio),
    },
    {
      id: 'ws_labs',
      name: 'Northwind Labs',
      credits: 400,
      members: labs.map((member) => ({ ...member, credits: 400 })),
      folders: folders('labs', ['Experiments', 'Papers', 'Reading group'], labs),
    },
  ];
}

function folders(prefix: string, names: readonly string[], members: readonly Member[]): Workspace['folders'] {
  return names.map((name) => ({
    id: `fld_${prefix}_${name.toLowerCase().replace(/\W+/g, '_')}`,
    name,
    people: members
      .filter(({ role }) => role !== 'viewer' || FOR_EVERYBODY.includes(name))
      .map(({ id }) => id),
  }));
}
