import { expect, test } from 'vitest';
import { monthStart } from '../../src/asks/limits.ts';
import type { UsageScope } from '../../src/generations/usage.ts';
import { createHarness } from '../support/harness/slack.ts';
import { opened, press, pressInView } from '../support/harness/slack-requests.ts';
import { wordsOf } from '../support/reading.ts';

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

test('admins see each limit of this month beside what is used, and who is near it; other months have none', async () => {
  const { send, made, slack, generations } = create({ isAdmin: true });
  const counts = (...groups: [string, number][]) =>
    groups.map(([name, credits]) => ({ name, credits, asks: 1 }));
  generations.usage = async (_, at) => ({
    ...{ month: monthStart(at), total: { asks: 5, credits: 63 }, people: 3, hasEarlier: true },
    by: {
      person: counts(['UANA', 31.9], ['UBEN', 40], ['UCHLOE', 60]),
      place: counts(['C1', 3], ['C2', 5], ['', 6]),
      ...{ kind: [], day: [] },
    },
  });
  const limits = { creditsOfPerson: 40, creditsOfTeam: 500, creditsOf: { UCHLOE: null, C2: 1_000 } };
  await slack.settings.update('T1', () => limits);
  await send(press({ action_id: 'usage_team', value: 'home' }));
  const shown = wordsOf(made('views.update').at(-1));
  for (const line of [
    '*63 of 500 credits* for 5 asks',
    '<@UANA>: 31.9 of 40 credits, 1 ask',
    '<@UBEN>: *40 of 40 credits*, 1 ask',
    '<@UCHLOE>: 60 credits, 1 ask',
    '<#C1>: 3 credits, 1 ask',
    '<#C2>: 5 of 1,000 credits, 1 ask',
    'Direct messages, for one person: 6 credits, 1 ask',
  ])
    expect(shown).toContain(line);
  await send(press({ action_id: 'usage_team', value: '2020-01' }));
  expect(wordsOf(made('views.update').at(-1))).toContain('<@UBEN>: 40 credits, 1 ask');
});

test('after an erasure, the own usage says why more is used than is listed, and not that nothing was made', async () => {
  const { send, made, generations } = create({ isAdmin: false });
  generations.spentByPerson = async () => ({ used: 30, reserved: 0, limit: 40 });
  const shown = async (asks: number, credits: number) => {
    const { usage } = generations;
    generations.usage = async (...given) => ({ ...(await usage(...given)), total: { asks, credits } });
    await send(press({ action_id: 'usage_own', value: 'home' }));
    return wordsOf(made('views.update').at(-1)?.view);
  };
  const erased = await shown(0, 0);
  expect(erased).toContain('You have used 30 of 40 credits this month.');
  expect(erased).toContain('30 credits of this: before your data was erased, so without details.');
  expect(erased).not.toContain('Nothing was made');
  expect(await shown(1, 12)).toContain('18 credits of this: before your data was erased');
  expect(await shown(1, 30)).not.toContain('erased');
});
