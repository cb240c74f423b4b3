import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Digest } from '../../src/digests/digest.ts';
import type { DigestGateway } from '../../src/digests/gateway.ts';
import { createDigestGateway } from '../../src/slack/digest/gateway.ts';
import type { Database } from '../../src/storage/database.ts';
import { testDatabase } from '../support/database.ts';
import { createChannel, settings } from '../support/harness/digests.ts';
import { playedSettings } from '../support/harness/slack.ts';
import { createHarness } from '../support/harness/sources.ts';
import { createTestLog } from '../support/log.ts';

/** The contract of the gateway, for the implementation with Slack and for the one in tests. */

interface Subject {
  gateway: DigestGateway;
  digest: Digest;
  /** The channel's name, and its number of messages since `since`. */
  name: string;
  said: number;
  since: Date;
  now: Date;
}

function digestOf(team: string, owner: string, channel: string): Digest {
  const createdAt = new Date('2026-03-01');
  return { ...settings({ channel }), id: 'd1', team, owner, state: 'active', createdAt };
}

const since = new Date('2026-03-02T09:00:00Z');

async function inTests(): Promise<Subject> {
  const channel = createChannel();
  return {
    gateway: channel.gateway,
    digest: digestOf('T1', 'UANA', 'C1'),
    ...{ name: 'launch', said: 50, since, now: new Date('2026-03-09T09:00:00Z') },
  };
}

let db: Database;
let slack: Awaited<ReturnType<typeof createHarness>>;
beforeAll(async () => {
  db = await testDatabase();
  slack = await createHarness(db);
  for (let count = 1; count <= 7; count += 1) await slack.ben.say('general', `Message ${count}`);
});
afterAll(async () => {
  await slack.slack.stop();
  await db.close();
});

const unasked = async () => Promise.reject(new Error('The check of a channel must not call this'));

async function toSlack(): Promise<Subject> {
  const { clients, clock } = slack;
  const gateway = createDigestGateway({
    clients,
    settings: playedSettings(),
    admissionPorts: {
      isClosedOutside: async () => false,
      connectionState: async () => 'connected',
      ...{
        themeStatus: unasked,
        templateStatus: unasked,
        folderStatus: unasked,
        placesOf: unasked,
        limitReached: unasked,
        budgetBlocker: unasked,
        readFile: unasked,
        conversation: unasked,
        isMember: unasked,
        isFullMember: unasked,
      },
    },
    historyPage: 200,
    optedOut: async () => new Set(),
    reaction: 'speak_no_evil',
    clock,
    log: createTestLog().log,
  });
  return {
    gateway,
    digest: digestOf('T0SMALL', 'U0ANA', 'C0GENERAL'),
    ...{ name: 'general', said: 7, since, now: new Date(clock.now() + 1000) },
  };
}

describe.each([
  { name: 'in tests', create: inTests },
  { name: 'to Slack', create: toSlack },
])('the gateway $name', ({ create }) => {
  let subject: Subject;
  beforeEach(async () => {
    subject = await create();
  });

  test.each([1, 5])('counts messages up to the threshold: %i', async (threshold) => {
    const { gateway, digest, name, now } = subject;
    const window = { since, until: now };
    expect(
      await gateway.checkChannel({ ...digest, threshold }, window, new AbortController().signal),
    ).toEqual({ open: true, messages: threshold, name, isPrivate: false });
  });

  test('counts all messages if there are fewer than the threshold', async () => {
    const { gateway, digest, said, now } = subject;
    const window = { since, until: now };
    const { signal } = new AbortController();
    expect(await gateway.checkChannel({ ...digest, threshold: 100 }, window, signal)).toMatchObject({
      messages: said,
    });
  });
});
