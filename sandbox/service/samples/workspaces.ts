import type { Member, Workspace } from '../store/records.ts';

/**
 * Invented members. Their names differ from those in Slack, so that it is clear whose account pays. The first member owns the
 * API key.
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

/** Folders that viewers see. */
const FOR_EVERYBODY = ['All-hands', 'Handbook', 'Newsletters', 'Training'];

/** Returns two workspaces, so that a user has to choose one. Members have as many credits as their workspace. */
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
