import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import { createDirectory, idsIn } from '../../src/sources/directory.ts';
import { speakerOf } from '../../src/sources/markdown/body.ts';
import { createDates } from '../../src/sources/markdown/context.ts';
import { createSkippingClock } from '../support/harness/clock.ts';

const { signal } = new AbortController();

test('ids are found in all parts of messages', () => {
  const ids = idsIn([
    { user: 'U1', text: 'Hi <@U2|ben> and <@W3>, see <#C4|general>, ask <!subteam^S5|@ops>' },
    {
      blocks: [
        {
          elements: [
            { type: 'user', user_id: 'U6' },
            { type: 'channel', channel_id: 'C7' },
          ],
        },
      ],
    },
    { attachments: [{ blocks: [{ elements: [{ type: 'usergroup', usergroup_id: 'S8' }] }] }] },
  ]);
  expect([...ids.people].sort()).toEqual(['U1', 'U2', 'U6', 'W3']);
  expect([...ids.channels].sort()).toEqual(['C4', 'C7']);
  expect([...ids.groups].sort()).toEqual(['S5', 'S8']);
});

test('user groups are read in one call and cached for an hour', async () => {
  let asked = 0;
  const list = async () => {
    asked += 1;
    return { ok: true, usergroups: [{ id: 'S1', handle: 'design', name: 'Design' }] };
  };
  const client = { usergroups: { list } } as unknown as WebClient;
  const clock = createSkippingClock();
  const directory = createDirectory(clock);
  const ids = { people: new Set<string>(), channels: new Set<string>(), groups: new Set(['S1', 'S2']) };
  const names = await directory.namesFor('T1', client, ids, signal);
  expect([names.group('S1'), names.group('S2')]).toEqual(['design', undefined]);
  await directory.namesFor('T1', client, ids, signal);
  expect(asked).toBe(1);
  await clock.sleep(3_600_001);
  await directory.namesFor('T1', client, ids, signal);
  expect(asked).toBe(2);
});

test('user groups of an organisation are read for each workspace', async () => {
  const ofWorkspace: Record<string, object[]> = { T7: [{ id: 'S1', handle: 'design' }], T8: [] };
  const list = async ({ team_id }: { team_id?: string }) => {
    if (!team_id) throw new WebAPIPlatformError({ ok: false, error: 'missing_argument' });
    if (team_id === 'T9') throw new WebAPIPlatformError({ ok: false, error: 'missing_scope' });
    return { ok: true, usergroups: ofWorkspace[team_id] };
  };
  const teams = { list: async () => ({ ok: true, teams: [{ id: 'T7' }, { id: 'T8' }, { id: 'T9' }] }) };
  const client = { usergroups: { list }, auth: { teams } } as unknown as WebClient;
  const ids = { people: new Set<string>(), channels: new Set<string>(), groups: new Set(['S1']) };
  const names = await createDirectory(createSkippingClock()).namesFor('E1', client, ids, signal);
  expect(names.group('S1')).toBe('design');
});

test('at most 5,000 names are cached, and the oldest is dropped first', async () => {
  let asked = 0;
  const info = async ({ user }: { user: string }) => {
    asked += 1;
    return { ok: true, user: { id: user, real_name: `Person ${user}`, profile: {} } };
  };
  const client = { users: { info } } as unknown as WebClient;
  const directory = createDirectory(createSkippingClock());
  const look = (people: Iterable<string>) =>
    directory.namesFor(
      'T1',
      client,
      { people: new Set(people), channels: new Set(), groups: new Set() },
      signal,
    );
  const names = await look(['U0']);
  expect(names.person('U0')).toBe('Person U0');
  await look(Array.from({ length: 5_000 }, (_, index) => `U${index + 1}`));
  expect(asked).toBe(5_001);
  await look(['U0']);
  expect(asked).toBe(5_002);
});

test("the app's name is looked up if its messages have none", async () => {
  const info = async ({ bot }: { bot?: string }) => {
    if (bot !== 'B1') throw new WebAPIPlatformError({ ok: false, error: 'bot_not_found' });
    return { ok: true, bot: { id: 'B1', name: 'Grafana' } };
  };
  const client = { bots: { info } } as unknown as WebClient;
  const ids = { people: new Set(['B1', 'B2']), channels: new Set<string>(), groups: new Set<string>() };
  const names = await createDirectory(createSkippingClock()).namesFor('T1', client, ids, signal);
  expect([names.person('B1'), names.person('B2')]).toEqual(['Grafana', undefined]);
  const message = { ts: '1.1', bot_id: 'B1', text: 'Alert' };
  expect(speakerOf(message, { names, dates: createDates('UTC') })).toBe('Grafana (app)');
  expect(speakerOf({ ...message, bot_id: 'B2' }, { names, dates: createDates('UTC') })).toBe('An app');
});
