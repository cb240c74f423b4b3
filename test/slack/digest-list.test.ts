import { expect, test } from 'vitest';
import type { Digest } from '../../src/digests/digest.ts';
import type { Role } from '../../src/slack/bolt/permissions/roles.ts';
import { createHarness } from '../support/harness/slack.ts';
import { command } from '../support/harness/slack-requests.ts';
import { buttonsOf, stringsIn, wordsOf } from '../support/reading.ts';
import { talkTo } from './talk-to.ts';

/** The list of digests, with those of other people for admins. */

const digest = (id: string, owner: string, channel: string): Digest => ({
  ...{ id, team: 'T1', owner, channel, threshold: 1, quiet: 'say', state: 'active' },
  schedule: { every: 'week', weekday: 1, time: '09:00', zone: 'UTC' },
  focus: { topics: [], words: '' },
  choices: { format: 'presentation' },
  deliverTo: { kind: 'channel' },
  nextRun: new Date('2026-03-09T09:00:00Z'),
  createdAt: new Date(0),
});

const [here, own, bens] = [
  digest('d1', 'UANA', 'C1'),
  digest('d2', 'UANA', 'C2'),
  digest('d3', 'UBEN', 'G9'),
];

/** Ana types `/deck digests` in C1. @param roles her role as cached, and as Slack says now */
async function listedTo(roles: { cached: Role; now: Role }, all = [here, own, bens]) {
  const { digests } = createHarness().slack;
  const harness = createHarness({
    roleOf: async () => roles.cached,
    digests: {
      ...digests,
      inChannel: async () => [here],
      ownedBy: async () => [here, own],
      ofTeam: async () => all,
      lastCosts: async () => new Map([['d3', 12]]),
    },
  });
  harness.answers['users.info'] = { user: { id: 'UANA', is_admin: roles.now === 'admin' } };
  await harness.send(command('digests'));
  const message = harness.made('respond').at(-1);
  return { text: stringsIn(message.blocks), labels: buttonsOf(message) };
}

test('an admin sees the digests of the channel, the own ones, and then those of others, with owner, rhythm, next run and cost', async () => {
  const { text } = await listedTo({ cached: 'admin', now: 'admin' });
  expect(text).toMatch(
    /<#C1>.*<#C2>.*\*<#G9>\* · <!date.*Every Monday at 9:00 AM \(UTC\).*set up by <@UBEN>/s,
  );
  expect(text).toMatch(/set up by <@UBEN> · the last one cost 12 credits/);
});

test.each<{ cached: Role; now: Role }>([
  { cached: 'member', now: 'member' },
  // Ana was an admin until a minute ago.
  { cached: 'admin', now: 'member' },
])('a person who is no admin ($cached, $now) sees none of others in other channels', async (roles) => {
  expect((await listedTo(roles)).text).not.toMatch(/G9|UBEN|12 credits/);
});

test('a long list of all digests is shown in pages', async () => {
  const many = Array.from({ length: 30 }, (_, n) => digest(`e${n}`, 'UBEN', `C${100 + n}`));
  const { text, labels } = await listedTo({ cached: 'admin', now: 'admin' }, many);
  expect(text).toMatch(/1 to \d+ of 32/);
  expect(text).not.toContain('C120');
  expect(labels).toContain('Show more');
});

test.each(['stop the revenue digest', 'pause the digest', 'no more digests please'])(
  '“%s” says which button does it',
  async (words) => {
    const { harness, say } = talkTo({
      digests: { ...createHarness().slack.digests, ownedBy: async () => [own] },
    });
    await say(words);
    expect(wordsOf(harness.made('chat.postMessage').at(-1))).toContain(
      'Press *Pause* or *Delete* at the digest.',
    );
  },
);
