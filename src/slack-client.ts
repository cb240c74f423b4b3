import type { WebClient } from '@slack/web-api';

const READ = ['channels:read', 'groups:read', 'im:read', 'mpim:read'] as const;
const HISTORY = ['channels:history', 'groups:history', 'im:history', 'mpim:history'] as const;

/**
 * The methods of Slack's Web API that Deckhand calls, with the scopes that each method needs. `SlackClient` has only these methods, and
 * tests compare the manifest and the sandbox with this list.
 */
export const methodScopes = {
  'auth.teams.list': [],
  'auth.test': [],
  'bots.info': ['users:read'],
  'chat.delete': ['chat:write'],
  'chat.getPermalink': [],
  'chat.postEphemeral': ['chat:write'],
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'conversations.history': HISTORY,
  'conversations.info': READ,
  'conversations.join': ['channels:join'],
  'conversations.members': READ,
  'conversations.open': ['im:write'],
  'conversations.replies': HISTORY,
  'files.completeUploadExternal': ['files:write'],
  'files.delete': ['files:write'],
  'files.getUploadURLExternal': ['files:write'],
  'files.info': ['files:read'],
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

type Head<Name> = Name extends `${infer First}.${string}` ? First : Name;
type Tail<Name, First extends string> = Name extends `${First}.${infer Rest}` ? Rest : never;

/** Type `Api` reduced to the methods whose names are in `Name`, such as `chat.update`. */
type Only<Api, Name extends string> = {
  readonly [First in Head<Name> & keyof Api & string]: [Tail<Name, First>] extends [never]
    ? Api[First]
    : Only<Api[First], Tail<Name, First>>;
};

export type SlackClient = Only<WebClient, Method>;

/**
 * Returns whether a URL leads to Slack: to slack.com with https, or to the host of `SLACK_API_URL` (such as slack-gov.com or the sandbox)
 * with the same protocol and port. Subdomains of both count, too.
 */
export function isAtSlack(address: string, apiUrl?: string): boolean {
  const url = URL.parse(address);
  return ['https://slack.com', apiUrl].some((home) => {
    const { protocol, hostname, port } = URL.parse(home ?? '') ?? {};
    if (!url || !hostname || url.protocol !== protocol || url.port !== port) return false;
    return url.hostname === hostname || url.hostname.endsWith(`.${hostname}`);
  });
}
