import { WebAPIPlatformError } from '@slack/web-api';
import { expect, test } from 'vitest';
import { createIsInGroup, GROUP_CACHED_MS, listUserGroups } from '../../src/slack/kit/lookups/user-groups.ts';
import type { SlackClient } from '../../src/slack-client.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';

/** Who is in a user group, which decides who may spend credits. */

const slackFault = (error: string) => new WebAPIPlatformError({ ok: false, error });

const ana = { team: 'T1', person: 'UANA' };

/** Slack with these groups. An error is thrown instead of the members. */
function slackWith(groups: Record<string, string[] | Error>) {
  const clock = createMovableClock();
  const calls: string[] = [];
  const list = async ({ usergroup }: { usergroup: string }) => {
    calls.push(usergroup);
    const users = groups[usergroup];
    if (users instanceof Error) throw users;
    return { ok: true, users };
  };
  const client = { usergroups: { users: { list } } } as unknown as SlackClient;
  return { clock, calls, groups, isInGroup: createIsInGroup({ clientFor: async () => client, clock }) };
}

test('a person is in one of the groups, in none, or Slack did not say', async () => {
  const { isInGroup } = slackWith({
    S1: ['UBEN'],
    S2: ['UANA'],
    SDOWN: new Error('no answer'),
    SGONE: slackFault('no_such_subteam'),
  });
  expect(await isInGroup(ana, ['S1', 'S2'])).toBe(true);
  expect(await isInGroup(ana, ['S1'])).toBe(false);
  expect(await isInGroup(ana, [])).toBe(false);
  expect(await isInGroup(ana, ['SDOWN', 'S2'])).toBe(true);
  await expect(isInGroup(ana, ['S1', 'SDOWN'])).rejects.toThrow('no answer');
  expect(await isInGroup(ana, ['SGONE'])).toBe(false);
});

test('Slack is asked once a minute for each group, and again after an error', async () => {
  const { isInGroup, clock, calls, groups } = slackWith({ S1: ['UANA'], SDOWN: new Error('no answer') });
  await Promise.all([isInGroup(ana, ['S1']), isInGroup({ team: 'T1', person: 'UBEN' }, ['S1'])]);
  expect(calls).toEqual(['S1']);
  groups.S1 = [];
  clock.move(GROUP_CACHED_MS + 1);
  expect(await isInGroup(ana, ['S1'])).toBe(false);
  await expect(isInGroup(ana, ['SDOWN'])).rejects.toThrow();
  groups.SDOWN = ['UANA'];
  expect(await isInGroup(ana, ['SDOWN'])).toBe(true);
  // The group of another team with the same id is another group.
  await isInGroup({ team: 'T2', person: 'UANA' }, ['S1']);
  expect(calls).toEqual(['S1', 'S1', 'SDOWN', 'SDOWN', 'S1']);
});

test('the groups of a team are listed by name; without them the reason is said', async () => {
  const { log } = createTestLog();
  const client = (list: () => Promise<unknown>) => ({ usergroups: { list } }) as unknown as SlackClient;
  const usergroups = [
    { id: 'S2', name: 'Sales', handle: 'sales' },
    { id: 'S1', name: 'Design', handle: 'design-team' },
  ];
  const listed = async (answer: () => Promise<unknown>, team = 'T1') =>
    listUserGroups({ client: client(answer), actor: { team, person: 'UANA' } }, log);
  expect(await listed(async () => ({ ok: true, usergroups }))).toEqual([
    { id: 'S1', name: 'Design', description: '@design-team' },
    { id: 'S2', name: 'Sales', description: '@sales' },
  ]);
  expect(await listed(async () => Promise.reject(slackFault('missing_scope')))).toBe('no_scope');
  expect(await listed(async () => Promise.reject(new Error('down')))).toBe('no_answer');
  expect(await listed(async () => ({ ok: true, usergroups }), 'E1')).toBe('organisation');
});
