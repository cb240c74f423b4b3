import type { HeaderBlock } from '@slack/types';
import { expect, test } from 'vitest';
import { defaultSettings } from '../../../src/settings/team-settings.ts';
import type { ActorsConnection } from '../../../src/slack/connection/connect.ts';
import { homeView } from '../../../src/slack/home/home-blocks.ts';
import { undecided } from '../../support/harness/slack.ts';
import { wordsOf } from '../../support/reading.ts';

function blocksWhere(works: boolean, given: Partial<Parameters<typeof homeView>[0]> = {}) {
  const connection: ActorsConnection = {
    state: works ? { kind: 'oauth', works } : { kind: 'none', works },
    isAdmin: true,
    mayConnect: true,
    mayDisconnect: true,
    settings: undecided,
  };
  const none = { recent: [], digests: [], defaults: {}, teamDefaults: {}, isOptedOut: false, notGranted: [] };
  return homeView({ connection, ...none, ...given }, { serviceName: 'Gamma' }).blocks;
}

const headings = (works: boolean) =>
  blocksWhere(works).flatMap((block) =>
    'text' in block && block.type === 'header' ? [(block as HeaderBlock).text.text] : [],
  );

test('Home begins with what can be done: connecting, until that is done', () => {
  expect(headings(true).slice(0, 2)).toEqual(['Make a deck from a few words', 'Connection']);
  expect(headings(false).slice(0, 2)).toEqual(['Connection', 'Make a deck from a few words']);
});

test('one button of Home stands out', () => {
  for (const works of [true, false]) {
    expect(JSON.stringify(blocksWhere(works)).match(/"style":"primary"/g)).toHaveLength(1);
  }
});

test('the defaults of the workspace are not called those of the person, and one that the person overrides is left out', () => {
  const words = (defaults: object, teamDefaults: object) =>
    wordsOf(blocksWhere(true, { defaults, teamDefaults }));
  const seenBy = 'me' as const;
  expect(words({}, { seenBy })).toMatch(
    /You have set none of your own.\nFrom the whole workspace’s: just for me/,
  );
  expect(words({ seenBy }, { seenBy: 'here' })).not.toContain('From the whole workspace’s');
  expect(words({ tone: 'calm' }, { seenBy })).toMatch(/tone: calm\nFrom the whole workspace’s: just for me/);
  expect(words({}, {})).toContain('None are set');
});

test('admins read which rules there are, and which are not as usual', () => {
  const rules = (settings: object) => {
    const shared = { state: { kind: 'oauth' as const, works: true }, mayConnect: true, mayDisconnect: true };
    const connection = { ...shared, isAdmin: true, settings: { ...defaultSettings, ...settings } };
    return wordsOf(blocksWhere(true, { connection }));
  };
  expect(rules({})).toContain('Rules: access from outside, guests,');
  expect(rules({})).toContain('All are as at the start: guests may not use Deckhand');
  const closed = rules({ accessFor: 'workspace', guests: 'yes' });
  expect(closed).toContain('Guests of this workspace: May use Deckhand, and spend credits');
  expect(closed).toContain('Nobody outside the workspace at Gamma');
  expect(closed).not.toContain('/deck find searches');
});
