import { expect, test } from 'vitest';
import { monthStart } from '../../src/asks/limits.ts';
import type { UsageScope } from '../../src/generations/usage.ts';
import { createHarness } from '../support/harness/slack.ts';
import { opened, press, pressInView } from '../support/harness/slack-requests.ts';

/** What a click on usage shows follows from who clicked; its value only names a month. */

function create({ isAdmin }: { isAdmin: boolean }) {
  const harness = createHarness();
  const asked: [UsageScope, string][] = [];
  const { usage } = harness.generations;
  harness.slack.generations.usage = (scope, at) => {
    asked.push([scope, monthStart(at).toISOString().slice(0, 7)]);
    return usage(scope, at);
  };
  harness.answers['users.info'] = { user: { id: 'UANA', is_admin: isAdmin } };
  const now = new Date(harness.slack.clock.now()).toISOString().slice(0, 7);
  return { ...harness, asked, now };
}

const FORGED = [
  '',
  'home',
  '2026-13',
  '9999-01',
  '2099-12',
  '-1',
  "2026-01' OR true",
  '2026-01 T2',
  '0000-01',
];

test.each(FORGED)('a month %j that is none shows this month', async (value) => {
  const { send, asked, now } = create({ isAdmin: true });
  await send(press({ action_id: 'usage_team', value }));
  expect(asked).toEqual([[{ team: 'T1' }, now]]);
});

test('a member who presses the buttons of admins, also in a forged view, gets nothing', async () => {
  const { send, asked, made } = create({ isAdmin: false });
  const view = { ...opened({ type: 'modal', blocks: [] }), private_metadata: '{"team":"T2","isAdmin":true}' };
  for (const action_id of ['usage_team', 'usage_file']) {
    await send(press({ action_id, value: '2026-01' }));
    await send(pressInView({ action_id, type: 'button', value: '2026-01' }, view));
  }
  expect(asked).toEqual([]);
  expect(made('files.getUploadURLExternal')).toEqual([]);
});

test('their own usage is that of the person who clicks, whatever the value names', async () => {
  const { send, asked, now } = create({ isAdmin: false });
  await send(press({ action_id: 'usage_own', value: 'UBEN' }));
  expect(asked).toEqual([[{ team: 'T1', person: 'UANA' }, now]]);
});
