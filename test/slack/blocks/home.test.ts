import type { HeaderBlock } from '@slack/types';
import { expect, test } from 'vitest';
import type { ActorsConnection } from '../../../src/slack/connection/connect.ts';
import { homeView } from '../../../src/slack/home/home-blocks.ts';
import { undecided } from '../../support/harness/slack.ts';

function blocksWhere(works: boolean) {
  const connection: ActorsConnection = {
    state: works ? { kind: 'oauth', works } : { kind: 'none', works },
    isAdmin: true,
    mayConnect: true,
    mayDisconnect: true,
    settings: undecided,
  };
  const content = { connection, recent: [], digests: [], defaults: {}, isOptedOut: false, notGranted: [] };
  return homeView(content, { serviceName: 'Gamma' }).blocks;
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
