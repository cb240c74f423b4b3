import { describe, expect, it } from 'vitest';
import { conversationPorts } from '../../src/slack/kit/lookups/conversation.ts';
import { CACHED_FOR_MS, createMemberships, NO_FOR_MS } from '../../src/slack/kit/lookups/memberships.ts';
import type { SlackClient } from '../../src/slack-client.ts';
import { createMovableClock, createSkippingClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';

/** A Slack whose pages hold these ids; `calls` are the methods that were called. */
function slackWith(given: { channels?: string[][]; members?: string[][]; isSlow?: boolean }) {
  const calls: string[] = [];
  const paged = (method: string, pages: string[][] = [[]], answer: (ids: string[]) => object) => {
    return async ({ cursor = '0' }: { cursor?: string }) => {
      calls.push(method);
      if (given.isSlow) throw new Error('slow');
      const next = Number(cursor) + 1;
      return {
        ...answer(pages[Number(cursor)] ?? []),
        response_metadata: { next_cursor: next < pages.length ? String(next) : '' },
      };
    };
  };
  const listed = () =>
    paged('users.conversations', given.channels, (ids) => ({
      channels: ids.map((id) => ({ id, name: `team-${id}` })),
    }));
  const client = {
    users: { conversations: (args: object) => listed()(args) },
    conversations: { members: paged('conversations.members', given.members, (members) => ({ members })) },
  } as unknown as SlackClient;
  return { client, calls, given };
}

function membershipsOf(slack: { client: SlackClient }, team = 'T1') {
  const clock = createMovableClock();
  const memberships = createMemberships({ clock, log: createTestLog().log });
  const acting = { client: slack.client, actor: { team, person: 'UANA' } };
  return {
    clock,
    isIn: (channel: string) => memberships.isMember(acting, channel),
    named: (name: string) => memberships.channelNamed(acting, name),
  };
}

describe('whether a person is in a conversation', () => {
  it('costs one call for all conversations of the person, and is known for some seconds', async () => {
    const slack = slackWith({ channels: [['C1', 'C2']] });
    const { isIn, clock } = membershipsOf(slack);
    expect(await Promise.all([isIn('C1'), isIn('C2'), isIn('C3')])).toEqual([true, true, false]);
    clock.move(CACHED_FOR_MS - 1);
    expect(await isIn('C1')).toBe(true);
    expect(slack.calls).toEqual(['users.conversations']);
    slack.given.channels = [[]];
    clock.move(2);
    expect(await isIn('C1')).toBe(false);
  });

  it('is found on the last of several pages', async () => {
    const slack = slackWith({ channels: [['C1'], ['C2'], ['C3']] });
    expect(await membershipsOf(slack).isIn('C3')).toBe(true);
    expect(slack.calls).toHaveLength(3);
  });

  it('is asked again soon after a no, because people join channels', async () => {
    const slack = slackWith({ channels: [['C1']] });
    const { isIn, clock } = membershipsOf(slack);
    expect(await isIn('C2')).toBe(false);
    slack.given.channels = [['C1', 'C2']];
    clock.move(NO_FOR_MS);
    expect(await isIn('C2')).toBe(true);
  });

  it('is asked again after Slack did not answer', async () => {
    const slack = slackWith({ channels: [['C1']], isSlow: true });
    const { isIn } = membershipsOf(slack);
    await expect(isIn('C1')).rejects.toThrow('slow');
    slack.given.isSlow = false;
    expect(await isIn('C1')).toBe(true);
  });

  it('is searched for among the members with an org-wide token, for which Slack lists no conversations', async () => {
    const slack = slackWith({ members: [['UBEN'], ['UANA']] });
    const { isIn } = membershipsOf(slack, 'E1');
    expect(await isIn('C1')).toBe(true);
    // Known for some seconds, so that a form that was refused because many pages took too long can be sent again.
    expect(await isIn('C1')).toBe(true);
    expect(slack.calls).toEqual(['conversations.members', 'conversations.members']);
  });

  it('is searched for among the members by background work, in as many pages as there are', async () => {
    const slack = slackWith({ members: [...Array(40).fill(['UBEN']), ['UANA']] });
    const ports = conversationPorts(async () => slack.client, { clock: createSkippingClock() });
    expect(await ports.isMember('T1', 'C1', 'UANA', new AbortController().signal)).toBe(true);
    expect(await ports.isMember('T1', 'C1', 'UCLEO', new AbortController().signal)).toBe(false);
  });
});

describe('a channel that the person is in', () => {
  it('is found by its name in any spelling', async () => {
    const slack = slackWith({ channels: [['C1'], ['C2']] });
    const { named } = membershipsOf(slack);
    for (const name of ['team-c2', 'Team C2', 'team_c2']) expect(await named(name)).toBe('C2');
    expect(await named('team-c3')).toBeUndefined();
  });

  it('is not known if Slack does not answer', async () => {
    expect(await membershipsOf(slackWith({ isSlow: true })).named('team-c1')).toBeUndefined();
  });
});
