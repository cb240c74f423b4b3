import { expect, test } from 'vitest';
import type { Role } from '../../src/slack/bolt/permissions/roles.ts';
import { createHarness, playedSettings } from '../support/harness/slack.ts';
import { command } from '../support/harness/slack-requests.ts';

/** Admins can open the search to all that the connected account sees: to the team, and not to its guests. */

test.each<[Role, boolean]>([
  ['admin', true],
  ['member', true],
  ['guest', false],
])('for somebody who is %s: %s', async (role, isWide) => {
  const harness = createHarness({
    roleOf: async () => role,
    settings: playedSettings({ guests: 'yes', search: 'account' }),
  });
  const asked: unknown[] = [];
  harness.slack.documents.find = async (...given) => {
    asked.push(given[3]);
    return { made: [], others: [], isLocal: false };
  };
  await harness.send(command('find budget'));
  expect(asked).toEqual([{ isWide }]);
});
