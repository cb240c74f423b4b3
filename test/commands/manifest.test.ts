import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { manifest } from '../../src/commands/manifest.ts';
import { BOT_SCOPES } from '../../src/slack/installation/installer.ts';
import { type ManifestOption, manifestOptions, optionalScopesWith } from '../../src/slack-client.ts';
import { subsetsOf } from '../support/subsets.ts';

/** The output of `deckhand manifest`. */

const EXAMPLE = parse(manifest(['--url', 'https://deckhand.example.com']));

test('every address begins with the given one', () => {
  const text = manifest(['--url', 'https://decks.acme.example/app/']);
  expect(text).not.toContain('deckhand.example.com');
  expect(parse(text).oauth_config.redirect_urls).toEqual([
    'https://decks.acme.example/app/slack/oauth_redirect',
  ]);
  expect(parse(text.replaceAll('decks.acme.example/app', 'deckhand.example.com'))).toEqual(EXAMPLE);
});

test('with Socket Mode it has no addresses, and everything else', () => {
  const { settings, features, oauth_config } = parse(manifest(['--socket-mode']));
  expect(settings.socket_mode_enabled).toBe(true);
  expect(JSON.stringify([settings, features, oauth_config])).not.toContain('https://');
  expect(oauth_config.scopes).toEqual(EXAMPLE.oauth_config.scopes);
  expect(settings.event_subscriptions.bot_events).toEqual(EXAMPLE.settings.event_subscriptions.bot_events);
});

test('it can be org-wide and have another name', () => {
  const made = parse(manifest(['--url', 'https://d.example', '--org-wide', '--name', 'Acme Decks']));
  expect(made.settings.org_deploy_enabled).toBe(true);
  expect(made.display_information.name).toBe('Acme Decks');
  expect(made.features.bot_user.display_name).toBe('Acme Decks');
});

const SWITCHES = { unfurl: ['--unfurl', 'papermill.example'], mcp: ['--mcp'], steps: ['--steps'] };

test.each([...subsetsOf(manifestOptions)].map((options) => [options]))(
  'with %j it has what these options need, and nothing of the others',
  (options) => {
    const text = manifest(['--url', 'https://d.example', ...options.flatMap((option) => SWITCHES[option])]);
    const { features, functions, settings, oauth_config, mcp_servers } = parse(text);
    const optional = optionalScopesWith(options);
    expect(oauth_config.scopes.bot_optional).toEqual(optional);
    expect(oauth_config.scopes.bot.toSorted()).toEqual([...BOT_SCOPES, ...optional].toSorted());
    const has = (option: ManifestOption) => options.includes(option);
    expect(features.unfurl_domains).toEqual(has('unfurl') ? ['papermill.example'] : undefined);
    const server = { url: 'https://d.example/slack/mcp', auth_type: 'slack_identity_auth' };
    expect(mcp_servers).toEqual(has('mcp') ? { deckhand: server } : undefined);
    expect(Object.keys(functions ?? {})).toEqual(has('steps') ? ['make_document', 'list_themes'] : []);
    expect(settings.event_subscriptions.bot_events.includes('function_executed')).toBe(has('steps'));
    expect(settings.function_runtime).toBe(has('steps') ? 'remote' : undefined);
    expect(settings.org_deploy_enabled).toBe(has('steps'));
    expect(text.match(/SLACK_MANIFEST_OPTIONS=(\S+)/)?.[1] ?? '').toBe(options.join(','));
  },
);

describe('wrong arguments throw a UsageError', () => {
  test.each([
    [[], /--url https:.*or --socket-mode/],
    [['--url', 'http://d.example'], /https address/],
    [['--url', 'nonsense'], /https address/],
    [['--url', 'https://d.example/?x=1'], /without \? and #/],
    [['--url', 'https://d.example', '--name', 'a"\nscopes: all'], /at most 35/],
    [['--socket-mode', '--mcp'], /--mcp needs --url/],
    [['--url', 'https://d.example', '--unfurl', 'localhost:4100'], /--unfurl is the host/],
    [['--url', 'https://d.example', '--unfurl', 'https://papermill.example/docs'], /--unfurl is the host/],
  ])('%j', (args, words) => {
    expect(() => manifest(args)).toThrow(words);
  });
});
