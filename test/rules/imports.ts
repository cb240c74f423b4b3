import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/**
 * Which folder of src/ may import which others; files at the top of src/ count by their name. This is the only place
 * that says so, and it holds at every depth of folders. (Biome's rule for restricted imports wants a pattern for each
 * depth, and dependency-cruiser cannot read TypeScript 7.) An entry with a slash allows one file of a folder.
 */
const MAY_IMPORT: Record<string, string[] | 'all'> = {
  // It opens the database while it imports the rest.
  main: [
    'app',
    'commands',
    'config',
    'log',
    'version',
    'http/restored-copy',
    'storage/open',
    'storage/cipher',
  ],
  // Operators' commands need every part.
  commands: [
    'config',
    'log',
    'version',
    'outgoing-requests',
    'connections',
    'digests',
    'jobs',
    'service',
    'settings',
    'slack',
    'slack-client',
    'storage',
  ],
  app: 'all',
  wiring: 'all',
  slack: [
    'asks',
    'sources',
    'generations',
    'documents',
    'digests',
    'connections',
    'defaults',
    'catalogue',
    'settings',
    'http',
    'service',
    'outgoing-requests',
    'slack-client',
  ],
  digests: ['asks', 'generations', 'jobs', 'storage'],
  // What documents have told in their thread goes through the outbox of generations.
  documents: ['asks', 'generations', 'sources', 'connections', 'service', 'jobs', 'storage'],
  generations: ['asks', 'sources', 'connections', 'service', 'jobs', 'storage'],
  sources: ['asks', 'service/options', 'slack-client'],
  connections: ['service', 'outgoing-requests', 'storage'],
  jobs: ['storage'],
  defaults: ['asks', 'service/options', 'storage'],
  // Figures are labelled by what there is: kinds of work, states, jobs, methods of Slack.
  http: [
    'connections',
    'storage',
    'asks/schema',
    'generations/generation',
    'jobs/jobs',
    'jobs/pgboss-sql',
    'slack-client',
    'version',
  ],
  settings: ['asks', 'storage'],
  catalogue: ['service'],
  asks: ['service/options'],
  service: ['outgoing-requests'],
  storage: [],
  // The options of the manifest, on which scopes depend.
  config: ['environment', 'slack-client'],
  environment: [],
  version: [],
  actor: [],
  clock: [],
  lenient: [],
  mutexes: [],
  retry: [],
  csv: [],
  'outage-log': [],
  'outgoing-requests': [],
  'slack-client': [],
  log: [],
  'log-context': [],
  text: [],
  tracing: ['jobs/jobs'],
};

/** Free to all: small words that everybody shares. */
const FREE = ['actor', 'clock', 'csv', 'lenient', 'log-context', 'mutexes', 'outage-log', 'retry', 'text'];
/** Types of these are free to all; their values are passed in. */
const TYPES_FREE = ['config', 'jobs', 'log', 'storage'];

/** Packages that only some folders may know. */
const PACKAGES: [RegExp, string[]][] = [
  [/^@slack\//, ['slack', 'slack-client', 'sources', 'app', 'wiring']],
  [/^(pg|pg-boss)(\/|$)/, ['storage', 'jobs']],
  // For the sandbox and the tests (sandbox/database.ts).
  [/^@electric-sql\//, []],

  // Loaded only if a collector is configured.
  [/^@opentelemetry\//, ['tracing']],
];

export interface Source {
  /** from the checkout's top, with forward slashes */
  path: string;
  text: string;
}

/** Sentences on what breaks the rules above; none where all is well. */
export function importFaults(sources: Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    importsOf(text).flatMap((found) => {
      const fault = faultOf(path, found);
      return fault ? [`${path} imports ${found.from}: ${fault}`] : [];
    }),
  );
}

/** The sources of the product and of the sandbox, without the sandbox's tests. */
export function readSources(): Source[] {
  return globSync(['src/**/*.{ts,tsx}', 'sandbox/**/*.{ts,tsx}'], {
    exclude: ['**/node_modules/**', 'sandbox/**/test/**'],
  }).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

interface Import {
  from: string;
  isType: boolean;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|(?:^|\n)\s*import\s+'([^']+)'/g;

function importsOf(text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, from, dynamic, bare]) => ({
    from: from ?? dynamic ?? bare ?? '',
    isType: type !== undefined,
  }));
}

function faultOf(path: string, { from, isType }: Import): string | undefined {
  const here = placeOf(path);
  if (!from.startsWith('.')) {
    const limited = PACKAGES.find(([pattern]) => pattern.test(from));
    if (here.top !== 'src' || !limited || limited[1].includes(here.room)) return undefined;
    return `only ${limited[1].join(', ')} may`;
  }
  const to = posix.join(posix.dirname(path), from);
  const there = placeOf(to);
  if (here.top === 'sandbox') return sandboxFault(path, there);
  if (there.top !== 'src') return 'the product is src/ and nothing else';
  return roomFault(here.room, there, isType) ?? featureFault(path, to);
}

/** Inside slack/, features do not import each other: what two share is in one of these. */
const SHARED_IN_SLACK = ['bolt', 'kit'];
/** Home and the tools of Slackbot show what the features have, and the route table names all their handlers. */
const COMPOSES_FEATURES = /^src\/slack\/(home\/|slackbot\/|bolt\/routes\/(?:routes|documents)\.ts$)/;

function featureFault(path: string, to: string): string | undefined {
  const [here, there] = [path, to].map((one) => /^src\/slack\/([^/]+)\//.exec(one)?.[1]);
  if (!here || !there || here === there) return undefined;
  if (SHARED_IN_SLACK.includes(there) || COMPOSES_FEATURES.test(path)) return undefined;
  return `rooms of slack/ share by ${SHARED_IN_SLACK.join(' and ')}`;
}

function roomFault(here: string, { room: there, file }: Place, isType: boolean): string | undefined {
  if (here === there) return undefined;
  if (FREE.includes(there) || (isType && TYPES_FREE.includes(there))) return undefined;
  const may = MAY_IMPORT[here];
  if (!may) return `${here}/ has no row in the table`;
  if (there === 'main') return 'nothing imports main.ts';
  if (may === 'all' || may.includes(there) || may.includes(file)) return undefined;
  return `${here}/ may import ${may.join(', ') || 'nothing else in src'}`;
}

/** One file puts the app between the stand-ins, and one is the app's database in the sandbox and the tests. */
const SANDBOX_MAY_IMPORT: Record<string, string[]> = {
  'sandbox/sandbox.ts': ['app', 'commands/manifest', 'config', 'log', 'storage/cipher'],
  'sandbox/database.ts': ['log', 'mutexes', 'storage'],
};

function sandboxFault(path: string, there: Place): string | undefined {
  if (there.top === 'sandbox') return undefined;
  const may = SANDBOX_MAY_IMPORT[path];
  if (may?.includes(there.room) || may?.includes(there.file)) return undefined;
  return may ? `it may import only ${may.join(', ')}` : 'only sandbox.ts and database.ts know the product';
}

interface Place {
  top: string;
  room: string;
  /** without the top and the ending, as the table would name it */
  file: string;
}

/** `src/slack/deck/form.ts` is in the room `slack`, `src/app.ts` is the room `app`. */
function placeOf(path: string): Place {
  const [top = '', room = ''] = path.split('/');
  return { top, room: room.replace(/\.ts$/, ''), file: path.slice(top.length + 1).replace(/\.ts$/, '') };
}

/** The shortest way by imports of values from a file to a package, as the files on it; none where it is not reached. */
export function wayTo(name: string, { from, sources }: { from: string; sources: Source[] }): string[] {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const ways = new Map([[from, [from]]]);
  for (const [path, way] of ways) {
    for (const found of importsOf(texts.get(path) ?? '').filter(({ isType }) => !isType)) {
      if (found.from === name) return way;
      const there = posix.join(posix.dirname(path), found.from);
      if (texts.has(there) && !ways.has(there)) ways.set(there, [...way, there]);
    }
  }
  return [];
}

/** Circles of imports by value, each as the files on it; types tie nothing when the code runs. */
export function circles(sources: Source[]): string[][] {
  const all = new Set(sources.map(({ path }) => path));
  const next = new Map(
    sources.map(({ path, text }) => [
      path,
      importsOf(text)
        .filter(({ from, isType }) => !isType && from.startsWith('.'))
        .map(({ from }) => posix.join(posix.dirname(path), from))
        .filter((there) => all.has(there)),
    ]),
  );
  const reach = (from: string): Set<string> => {
    const seen = new Set<string>();
    const open = [...(next.get(from) ?? [])];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      open.push(...(next.get(path) ?? []));
    }
    return seen;
  };
  const reached = new Map([...all].map((path) => [path, reach(path)]));
  const found = new Map<string, string[]>();
  for (const [path, seen] of reached) {
    if (!seen.has(path)) continue;
    const circle = [...seen].filter((other) => reached.get(other)?.has(path)).sort();
    found.set(circle.join(), circle);
  }
  return [...found.values()];
}
