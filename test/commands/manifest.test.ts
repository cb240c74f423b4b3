import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { manifest } from '../../src/commands/manifest.ts';

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

describe('wrong arguments throw a UsageError', () => {
  test.each([
    [[], /--url https:.*or --socket-mode/],
    [['--url', 'http://d.example'], /https address/],
    [['--url', 'nonsense'], /https address/],
    [['--url', 'https://d.example/?x=1'], /without \? and #/],
    [['--url', 'https://d.example', '--name', 'a"\nscopes: all'], /at most 35/],
  ])('%j', (args, words) => {
    expect(() => manifest(args)).toThrow(words);
  });
});
