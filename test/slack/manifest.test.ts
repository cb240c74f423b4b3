import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CREATE_SHORTCUT, THREAD_SHORTCUT } from '../../src/slack/bolt/action-ids.ts';
import { routes } from '../../src/slack/bolt/routes.ts';
import { BOT_SCOPES } from '../../src/slack/installation/scopes.ts';

const manifest = parse(readFileSync('manifest.yml', 'utf8'));
const asked: string[] = manifest.oauth_config.scopes.bot;
const sources = globSync('src/{slack,sources}/**/*.ts')
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

const READ = ['channels:read', 'groups:read', 'im:read', 'mpim:read'];
const HISTORY = ['channels:history', 'groups:history', 'im:history', 'mpim:history'];

/**
 * Scopes that Slack wants for each method that the app may call; a method that is not here fails the test.
 */
const SCOPES: Record<string, string[]> = {
  'auth.test': [],
  'chat.getPermalink': [],
  'chat.postEphemeral': ['chat:write'],
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'conversations.history': HISTORY,
  'conversations.info': READ,
  'conversations.members': READ,
  'conversations.open': ['im:write'],
  'conversations.replies': HISTORY,
  'files.completeUploadExternal': ['files:write'],
  'files.getUploadURLExternal': ['files:write'],
  'files.info': ['files:read'],
  'usergroups.list': ['usergroups:read'],
  'users.info': ['users:read'],
  'users.list': ['users:read'],
  'views.open': [],
  'views.publish': [],
  'views.push': [],
  'views.update': [],
};

/** Scopes that features and events of the manifest want. */
const FEATURES: [boolean, string[]][] = [
  [Boolean(manifest.features.slash_commands ?? manifest.features.shortcuts), ['commands']],
  [manifest.settings.event_subscriptions.bot_events.includes('message.im'), ['im:history']],
  [manifest.settings.event_subscriptions.bot_events.includes('app_mention'), ['app_mentions:read']],
];

const called = [...sources.matchAll(/\b[cC]lient\.([a-z]\w+)\.([a-z]\w+)\(/g)].map(
  ([, family, method]) => `${family}.${method}`,
);

describe('the manifest', () => {
  it('knows every method that is called', () => {
    expect(called).toContain('views.open');
    expect(called.filter((method) => !(method in SCOPES))).toEqual([]);
  });

  it('asks for the scopes that are used, and for no other', () => {
    const used = [
      ...called.flatMap((method) => SCOPES[method] ?? []),
      ...FEATURES.flatMap(([isThere, scopes]) => (isThere ? scopes : [])),
    ];
    expect(asked.toSorted()).toEqual([...new Set(used)].sort());
  });

  it('asks for the same where a team lets Deckhand in by itself', () => {
    expect(BOT_SCOPES.toSorted()).toEqual(asked.toSorted());
  });

  it('offers what is listened to', () => {
    const { features, settings } = manifest;
    expect(features.slash_commands.map(({ command }: { command: string }) => command)).toEqual(['/deck']);
    expect(features.shortcuts).toMatchObject([
      { callback_id: CREATE_SHORTCUT, type: 'global' },
      { callback_id: THREAD_SHORTCUT, type: 'message' },
    ]);
    const listened = routes.filter(({ kind }) => kind === 'event').map(({ id }) => id);
    const events: string[] = settings.event_subscriptions.bot_events;
    expect(new Set(events.map((name) => name.replace(/\..*/, '')))).toEqual(new Set(listened));
  });

  it('leaves token rotation off, which cannot be undone and loses tokens when refreshes meet', () => {
    expect(manifest.settings.token_rotation_enabled).toBe(false);
  });

  it('sends everything to the addresses that are served', () => {
    const addresses = JSON.stringify(manifest).match(/https:\/\/[^"]+/g) ?? [];
    expect(new Set(addresses)).toEqual(
      new Set([
        'https://deckhand.example.com/slack/events',
        'https://deckhand.example.com/slack/oauth_redirect',
      ]),
    );
  });
});
