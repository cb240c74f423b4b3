import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { manifest as printed } from '../../src/commands/manifest.ts';
import { exportFormats, formats } from '../../src/service/options.ts';
import { routes } from '../../src/slack/bolt/routes/routes.ts';
import { BOT_SCOPES } from '../../src/slack/installation/installer.ts';
import { stepInputs } from '../../src/slack/mention/workflow-step.ts';
import { optionalScopesWith } from '../../src/slack-client.ts';

const manifest = parse(readFileSync('manifest.yml', 'utf8'));
const idsOf = (kind: (typeof routes)[number]['kind']) =>
  routes.filter((route) => route.kind === kind).map(({ id }) => id);

describe('the manifest', () => {
  it('asks for the scopes that are used, and for no other', () => {
    const { bot, bot_optional } = manifest.oauth_config.scopes;
    expect(bot_optional).toEqual(optionalScopesWith([]));
    expect(bot.toSorted()).toEqual([...BOT_SCOPES, ...bot_optional].toSorted());
  });

  it('offers what is listened to', () => {
    const { features, settings } = manifest;
    expect(features.slash_commands.map(({ command }: { command: string }) => command)).toEqual(
      idsOf('command'),
    );
    const shortcuts = (type: string): string[] =>
      features.shortcuts
        .filter((shortcut: { type: string }) => shortcut.type === type)
        .map(({ callback_id }: { callback_id: string }) => callback_id);
    expect(shortcuts('global')).toEqual(idsOf('shortcut'));
    expect(shortcuts('message')).toEqual(idsOf('message shortcut'));
    const events: string[] = settings.event_subscriptions.bot_events;
    const unlessAsked = new Set(['link_shared', 'entity_details_requested']);
    const always = idsOf('event').filter((id) => !unlessAsked.has(id));
    expect(new Set(events.map((name) => name.replace(/\..*/, '')))).toEqual(new Set(always));
  });

  it('listens to links, and shows Work Objects, only for an app that unfurls', () => {
    const { features, settings } = parse(printed(['--url', 'https://d.example', '--unfurl', 'docs.example']));
    expect(
      settings.event_subscriptions.bot_events.map((name: string) => name.replace(/\..*/, '')).toSorted(),
    ).toEqual(idsOf('event').toSorted());
    expect(features.unfurl_domains).toEqual(['docs.example']);
    expect(features.rich_previews).toEqual({ is_active: true, entity_types: ['slack#/entities/file'] });
    expect(manifest.features).not.toHaveProperty('rich_previews');
  });

  it('with --steps describes the functions that have a route, with the inputs that the step reads', () => {
    const { functions } = parse(printed(['--socket-mode', '--steps']));
    expect(Object.keys(functions)).toEqual(idsOf('step'));
    const given = functions.make_document.input_parameters;
    expect(Object.keys(given)).toEqual(Object.keys(stepInputs.shape));
    expect(given.format.enum).toEqual(formats);
    expect(given.file.enum).toEqual([...exportFormats, 'none']);
    const required = Object.keys(given).filter((name) => given[name].is_required);
    expect(stepInputs.safeParse({}).error?.issues.map(({ path }) => path[0])).toEqual(required);
    const references = JSON.stringify(functions).match(/#\/functions\/\w+/g);
    expect(references).toEqual(['#/functions/list_themes']);
  });

  it('asks to listen to what comes without a call', () => {
    const events: string[] = manifest.settings.event_subscriptions.bot_events;
    expect(events.includes('app_mention')).toBe(BOT_SCOPES.includes('app_mentions:read'));
    expect(events.includes('message.im')).toBe(BOT_SCOPES.includes('im:history'));
    expect(idsOf('command').length > 0).toBe(BOT_SCOPES.includes('commands'));
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
