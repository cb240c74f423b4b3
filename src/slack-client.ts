import type { WebClient } from '@slack/web-api';

const READ = ['channels:read', 'groups:read', 'im:read', 'mpim:read'] as const;
const HISTORY = ['channels:history', 'groups:history', 'im:history', 'mpim:history'] as const;

/** The methods of Slack's Web API that `SlackClient` has, with their scopes. Tests compare the manifest and the sandbox with this list. */
export const methodScopes = {
  'auth.teams.list': [],
  'auth.test': [],
  'bots.info': ['users:read'],
  'chat.delete': ['chat:write'],
  'chat.getPermalink': [],
  'chat.postEphemeral': ['chat:write'],
  'chat.postMessage': ['chat:write'],
  'chat.unfurl': ['links:write'],
  'chat.update': ['chat:write'],
  'conversations.history': HISTORY,
  'conversations.info': READ,
  'conversations.join': ['channels:join'],
  'conversations.members': READ,
  'conversations.open': ['im:write'],
  'conversations.replies': HISTORY,
  'entity.presentDetails': [],
  'files.completeUploadExternal': ['files:write'],
  'files.delete': ['files:write'],
  'files.getUploadURLExternal': ['files:write'],
  'files.info': ['files:read'],
  'functions.completeError': [],
  'functions.completeSuccess': [],
  'usergroups.list': ['usergroups:read'],
  'usergroups.users.list': ['usergroups:read'],
  'users.conversations': READ,
  'users.info': ['users:read'],
  'users.list': ['users:read'],
  'views.open': [],
  'views.publish': [],
  'views.push': [],
  'views.update': [],
} as const satisfies Record<string, readonly string[]>;

type Method = keyof typeof methodScopes;

/** An option of `deckhand manifest` that adds something to the app. */
export const manifestOptions = ['unfurl', 'mcp', 'steps'] as const;
export type ManifestOption = (typeof manifestOptions)[number];

/**
 * Scopes that a team may lack. Without such a scope, a feature does not work. Tests compare this list with manifest.yml and docs/admins.md.
 */
export const optionalScopes = {
  'canvases:read': {
    adds: 'Canvases can be turned into slides and documents, as files can.',
    without: 'canvases are left out; if somebody attaches one, Deckhand says so',
  },
  'links:read': {
    option: 'unfurl',
    adds: 'Deckhand notices links to the documents it made.',
    without: 'pasted links stay links',
  },
  'links:write': {
    option: 'unfurl',
    adds: 'Links to these documents show their title and first slide.',
    without: 'pasted links stay links',
  },
  'mcp:connect': {
    option: 'mcp',
    adds: 'People can ask Slackbot for documents, and find earlier ones there.',
    without: 'Slackbot does not offer Deckhand',
  },
} as const satisfies Record<string, OptionalScopeRow>;

export type OptionalScope = keyof typeof optionalScopes;

interface OptionalScopeRow {
  /** The manifest has the scope only if it was printed with this option. If omitted, the manifest always has the scope. */
  option?: ManifestOption;
  /** Sentence for admins: what people can do once the scope is granted. */
  adds: string;
  /** What happens without the scope, for the table in docs/admins.md. */
  without: string;
}

/** Returns the optional scopes of a manifest that was printed with these options. */
export function optionalScopesWith(options: readonly ManifestOption[]): OptionalScope[] {
  const rows = Object.entries<OptionalScopeRow>(optionalScopes);
  const offered = rows.filter(([, { option }]) => !option || options.includes(option));
  return offered.map(([scope]) => scope as OptionalScope);
}

/** Returns the optional scopes that a team would get if it installed Deckhand again. @param granted the scopes that the team has now */
export function scopesNotGranted(
  granted: readonly string[],
  options: readonly ManifestOption[],
): OptionalScope[] {
  return optionalScopesWith(options).filter((scope) => !granted.includes(scope));
}

type Head<Name> = Name extends `${infer First}.${string}` ? First : Name;
type Tail<Name, First extends string> = Name extends `${First}.${infer Rest}` ? Rest : never;

/** The type `Api` with only those methods whose full name, such as `chat.update`, is in `Name`. */
type Only<Api, Name extends string> = {
  readonly [First in Head<Name> & keyof Api & string]: [Tail<Name, First>] extends [never]
    ? Api[First]
    : Only<Api[First], Tail<Name, First>>;
};

export type SlackClient = Only<WebClient, Method>;

/** Returns whether a URL leads to slack.com or the host of `SLACK_API_URL` (such as the sandbox), or to one of their subdomains. */
export function isAtSlack(address: string, apiUrl?: string): boolean {
  const url = URL.parse(address);
  return ['https://slack.com', apiUrl].some((home) => {
    const { protocol, hostname, port } = URL.parse(home ?? '') ?? {};
    if (!url || !hostname || url.protocol !== protocol || url.port !== port) return false;
    return url.hostname === hostname || url.hostname.endsWith(`.${hostname}`);
  });
}
