import { expect, test } from 'vitest';
import { adminsToAsk } from '../../src/slack/bolt/permissions/roles.ts';
import type { SlackClient } from '../../src/slack-client.ts';
import { createHarness } from '../support/harness/slack.ts';

test('the admins of a team of 5,000 people are found, even on the last page, with five requests', async () => {
  const people = Array.from({ length: 5_000 }, (_, n) => ({
    id: `U${n}`,
    team_id: 'T1',
    is_admin: n > 4_996,
  }));
  let requests = 0;
  const client = {
    users: {
      list: async ({ limit, cursor = '0' }: { limit: number; cursor?: string }) => {
        requests += 1;
        const end = Number(cursor) + limit;
        const next_cursor = end < people.length ? String(end) : '';
        return { ok: true, members: people.slice(Number(cursor), end), response_metadata: { next_cursor } };
      },
    },
  } as unknown as SlackClient;
  const admins = await adminsToAsk({ client, team: 'T1' }, createHarness().slack.log);
  expect(admins).toEqual(['U4997', 'U4998', 'U4999']);
  expect(requests).toBe(5);
});
