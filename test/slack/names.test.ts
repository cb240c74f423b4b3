import { WebAPIPlatformError } from '@slack/web-api';
import { expect, test } from 'vitest';
import { csvOf } from '../../src/csv.ts';
import type { SlackContext } from '../../src/slack/bolt/context.ts';
import { namesFor } from '../../src/slack/kit/lookups/names.ts';
import { createThreads } from '../../src/slack/kit/lookups/threads.ts';
import type { SlackClient } from '../../src/slack-client.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';

/** The names in a file that an admin downloads. */

const channels: Record<string, object> = {
  C1: { name: 'general', is_private: false },
  G1: { name: 'leaders', is_private: true },
  G2: { name: 'board', is_private: true },
};

function create({ limitedAfter = Number.POSITIVE_INFINITY, inChannels = ['C1', 'G1'] } = {}) {
  const asked: string[] = [];
  const answer = (id: string) => {
    if (asked.push(id) > limitedAfter) throw new Error('rate limited');
  };
  const client = {
    users: {
      async info({ user }: { user: string }) {
        answer(user);
        return { user: { profile: { real_name: user === 'UODD' ? '=HYPERLINK("x")' : `Name of ${user}` } } };
      },
    },
    conversations: {
      async info({ channel }: { channel: string }) {
        answer(channel);
        if (!channels[channel])
          throw new WebAPIPlatformError({ ok: false, error: 'channel_not_found' } as never);
        return { channel: channels[channel] };
      },
    },
  } as unknown as SlackClient;
  const { log } = createTestLog();
  const threads = createThreads({
    clientFor: async () => client,
    readsCanvases: async () => false,
    optedOut: async () => new Set(),
    reaction: 'no_entry',
    pageSize: 15,
    clock: createMovableClock(),
    log,
  });
  const accessOf = async () => ({ person: 'UADA', channels: inChannels, isPartial: false });
  const slack = { threads, accessOf, log } as unknown as SlackContext;
  const acting = { client, actor: { team: 'T1', person: 'UADA' } };
  return { asked, names: (...ids: string[]) => namesFor(acting, ids, slack) };
}

test('a private channel has its name only for an admin who is in it', async () => {
  const { names } = create();
  const nameOf = await names('C1', 'G1', 'G2', 'G3');
  expect(['C1', 'G1', 'G2', 'G3'].map(nameOf)).toEqual([
    'general',
    'leaders',
    'private channel',
    'private channel',
  ]);
});

test('erased people and everything that is no id of a person or channel have no name', async () => {
  const { names, asked } = create();
  const nameOf = await names('erased-0a1b2c3d', 'private', '', 'creditsOfTeam', 'UANA');
  expect(['erased-0a1b2c3d', 'private', '', 'creditsOfTeam', 'UANA'].map(nameOf)).toEqual([
    ...['', '', '', '', 'Name of UANA'],
  ]);
  expect(asked).toEqual(['UANA']);
});

test('each id is looked up once, and of very many only some', async () => {
  const { names, asked } = create();
  await names('UANA', 'UANA', 'C1');
  await names('UANA', 'C1');
  expect(asked).toEqual(['UANA', 'C1']);
  await names(...Array.from({ length: 500 }, (_, at) => `U${at}`));
  expect(asked).toHaveLength(102);
});

test('what Slack did not say because of a rate limit stays empty', async () => {
  const { names } = create({ limitedAfter: 1 });
  const nameOf = await names('UANA', 'UBEN', 'C1');
  expect([nameOf('UANA'), nameOf('UBEN'), nameOf('C1')]).toEqual(['Name of UANA', '', '']);
});

test('a name is no formula in the file', async () => {
  const { names } = create();
  const nameOf = await names('UODD');
  expect(csvOf([[nameOf('UODD')]])).toContain(`'=HYPERLINK`);
});
