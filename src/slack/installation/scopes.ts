/** What Deckhand asks of a team; each has its reason in manifest.yml, which lists the same. */
export const BOT_SCOPES = [
  'commands',
  'chat:write',
  'files:write',
  'files:read',
  'users:read',
  'usergroups:read',
  'channels:read',
  'groups:read',
  'im:read',
  'mpim:read',
  'app_mentions:read',
  'channels:history',
  'groups:history',
  'im:history',
  'mpim:history',
  'im:write',
];
