import { afterEach, describe, expect, test } from 'vitest';
import { faultsOfBlocks } from '../../sandbox/slack/blocks/check.ts';
import { manifest } from '../../src/commands/manifest.ts';
import { allowErrors } from '../support/log-errors.ts';
import { wordsOf } from '../support/reading.ts';
import {
  type Answered,
  callTool,
  connectSlackbot,
  pressTool,
  sendToMcp,
  signed,
} from '../support/slackbot.ts';
import { aDeckBy } from './document-story.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { teamWithGuest } from './seed.ts';
import {
  createsOf,
  directMessages,
  hasFile,
  requestsTo,
  setForTeam,
  untilIdle,
  untilPosted,
} from './story.ts';

/** People ask Slackbot, which calls Deckhand's tools. Chloe is not in #leaders, and Gus is a guest. */

// The connection breaks while a card is posted.
allowErrors(/UND_ERR|fetch failed|socket|a tool failed/i);

const harness = await forThisFile(
  createHarness({
    env: { SLACK_MANIFEST_OPTIONS: 'mcp' },
    slack: { seed: teamWithGuest, manifest: manifest(['--url', 'https://d.example', '--mcp']) },
  }),
);
const { ana, ben, chloe, slack, service } = harness;
const gus = slack.person('gus');

const call = (person: { id: string; team?: string }, name: string, args?: Record<string, unknown>) =>
  callTool(harness, person, name, args);
const propose = (person: { id: string }, text: string, args = {}) =>
  call(person, 'propose_document', { text, ...args });
const made = () => requestsTo(harness, 'POST /generations').length;

/** Checks what Slack requires of blocks in the result of a tool. */
function expectShown({ blocks }: Answered): void {
  expect(faultsOfBlocks(blocks, 'message', '')).toEqual([]);
  expect(blocks.length).toBeLessThanOrEqual(50);
  for (const { type, accessory, elements = [] } of blocks) {
    expect(['section', 'context', 'divider', 'header', 'actions']).toContain(type);
    expect(accessory).toBeUndefined();
    if (type !== 'actions') continue;
    for (const { action_id, value } of elements as { action_id: string; value: string }[]) {
      expect(action_id).toMatch(/^tool:\w+$/);
      expect(typeof JSON.parse(value)).toBe('object');
    }
  }
}

describe('the official MCP client', () => {
  test('connects, pings, and lists tools of which none spends', async () => {
    const client = await connectSlackbot(harness);
    expect(client.getServerVersion()).toMatchObject({ name: 'deckhand' });
    await client.ping();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'propose_document',
      'send_card',
      'find_documents',
      'recent_documents',
    ]);
    for (const { inputSchema, _meta } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(_meta).toEqual({ slack: { supportsBlockKit: true } });
    }
  });
});

describe('Ana asks Slackbot for a document', () => {
  test('and however often it is proposed and its card is sent, one click in her messages makes one', async () => {
    const proposed = await propose(ana, 'six slides on the harbour cranes, for customers');
    expectShown(proposed);
    expect(proposed.text).toMatch(/Make this\?.*harbour cranes[\s\S]*6 slides[\s\S]*Only you will see it/);
    for (let again = 0; again < 5; again += 1) {
      const same = await propose(ana, 'six slides on the harbour cranes, for customers');
      expect(same.blocks).toEqual(proposed.blocks);
    }
    expect(directMessages(ana, /harbour cranes/)).toEqual([]);
    const [sent] = await Promise.all([1, 2, 3].map(() => pressTool(harness, ana, proposed, 'Make it…')));
    expectShown(sent as Answered);
    expect(sent?.text).toContain('until then nothing is spent');
    await untilIdle(harness);
    const cards = directMessages(ana, /Make this\?.*harbour cranes/);
    expect(cards).toHaveLength(1);
    expect(made()).toBe(0);

    await ana.press(cards[0] as (typeof cards)[0], 'proposal_make');
    await untilPosted(ana, /harbour cranes/, { channel: ana.appDm() });
    await ana.waitForMessage(hasFile, { channel: ana.appDm(), timeoutMs: 30_000 });
    await untilIdle(harness);
    expect(createsOf(harness, 'harbour cranes')).toBe(1);
    expect(
      slack.messages('general').filter((message) => wordsOf(message).includes('harbour cranes')),
    ).toEqual([]);
    expect((await pressTool(harness, ana, proposed, 'Make it…')).text).toContain('no longer good');
    expect((await call(ana, 'recent_documents')).text).toMatch(/harbour cranes/i);
  });

  test('and writes “yes” in her messages with Deckhand, where the card is', async () => {
    const proposed = await propose(ana, 'a plan for the winter storage');
    await pressTool(harness, ana, proposed, 'Make it…');
    await untilPosted(ana, /Make this\?.*winter storage/, { channel: ana.appDm() });
    await ana.say(ana.appDm(), 'yes');
    await expect.poll(() => createsOf(harness, 'winter storage'), { timeout: 20_000 }).toBe(1);
  });

  test.each(['before', 'after'] as const)(
    'and gets one card although the connection broke %s Slack had posted it, also if she clicks again',
    async (cut) => {
      const proposed = await propose(ana, `a plan that broke ${cut}`);
      slack.misbehave({ method: 'chat.postMessage', cut, containing: `broke ${cut}` });
      for (const _ of ['clicks', 'clicks again']) {
        const sent = await pressTool(harness, ana, proposed, 'Make it…');
        expect(sent.text).toContain('in your direct messages');
      }
      await untilPosted(ana, new RegExp(`Make this\\?.*broke ${cut}`), { channel: ana.appDm() });
      await untilIdle(harness);
      expect(directMessages(ana, new RegExp(`Make this\\?.*broke ${cut}`))).toHaveLength(1);
    },
  );

  test('of the last days of a channel', async () => {
    const proposed = await propose(ana, 'slides for the board', { channel: 'C0GENERAL', days: 3 });
    expect(proposed.text).toMatch(/what was said in <#C0GENERAL>[\s\S]*for the board/);
    expectShown(proposed);
  });

  test('with a text that says nothing, or with wrong arguments, and nothing is proposed', async () => {
    expect((await propose(ana, 'make a deck')).text).toMatch(/does not say what/);
    expect(await propose(ana, '  ')).toMatchObject({ isError: true });
    expect(await propose(ana, 'x', { channel: 'the launch channel' })).toMatchObject({ isError: true });
    expect(await propose(ana, 'x', { channel: 'C0GENERAL', days: 9_999 })).toMatchObject({ isError: true });
  });
});

describe('who may', () => {
  test('Chloe gets nothing of a private channel that she is not in, and Ben gets it for himself', async () => {
    const refused = await propose(chloe, 'a summary', { channel: 'C0LEADERS', days: 3 });
    expect(refused.blocks.some(({ type }) => type === 'actions')).toBe(false);
    expect(refused.text).not.toMatch(/Make this\?|Welcome to leaders/);
    const allowed = await propose(ben, 'a summary', { channel: 'C0LEADERS', days: 3 });
    expect(allowed.text).toMatch(/what was said in <#C0LEADERS>[\s\S]*Only you will see it/);
    // Deckhand is not in #board.
    expect((await propose(ana, 'a summary', { channel: 'C0BOARD', days: 3 })).text).not.toMatch(
      /Make this\?/,
    );
  });

  test('each finds only what they may see', async () => {
    await aDeckBy(harness, ben, 'Budget for layoffs', 'leaders');
    expect((await call(ben, 'find_documents', { words: 'layoffs' })).text).toContain('Budget for layoffs');
    const nothing = await call(chloe, 'find_documents', { words: 'layoffs' });
    expect(nothing.text).toContain('Nothing was found');
    expectShown(nothing);
    expect((await call(chloe, 'recent_documents')).text).not.toContain('layoffs');
  });

  test('Chloe cannot have Ana’s proposal sent to her', async () => {
    const proposed = await propose(ana, 'our secret merger');
    const stolen = await pressTool(harness, chloe, proposed, 'Make it…');
    expect(stolen.text).toContain('no longer good');
    expect(stolen.text).not.toContain('merger');
    expect(directMessages(chloe, /merger/)).toEqual([]);
  });

  describe('by the rules of an admin', () => {
    afterEach(() => setForTeam(ana, 'policy_guests', 'no'));
    test('a guest may nothing, until they are allowed', async () => {
      expect(await propose(gus, 'spring plans')).toMatchObject({ isError: true, blocks: [] });
      expect((await call(gus, 'find_documents', { words: 'budget' })).text).toMatch(/not open to guests/);
      await setForTeam(ana, 'policy_guests', 'yes');
      expect((await propose(gus, 'spring plans')).text).toMatch(/Make this\?/);
    });
  });

  test.each([
    ['a person whom the team does not know', { id: 'U0FOREIGN' }],
    ['a person of this team in the name of a foreign one', { id: 'U0ANA', team: 'T0BOOKS' }],
    [
      'an organisation that has not installed Deckhand',
      { id: 'U0ANA', team: 'T0BOOKS', organisation: 'E0OTHER' },
    ],
  ])('%s gets nothing', async (_, person) => {
    const before = service.calls.length;
    for (const [name, args] of [
      ['propose_document', { text: 'spring plans' }],
      ['find_documents', { words: 'budget' }],
      ['recent_documents', {}],
    ] as const)
      expect(await callTool(harness, person, name, args)).toMatchObject({ isError: true, blocks: [] });
    expect(service.calls.length).toBe(before);
  });
});

describe('the address', () => {
  const rpc = (method: string, params = {}, id: unknown = 1) =>
    JSON.stringify({ jsonrpc: '2.0', ...(id !== null && { id }), method, params });
  const recent = (slackIdentity?: object) =>
    rpc('tools/call', {
      name: 'recent_documents',
      ...(slackIdentity && { _meta: { slack: slackIdentity } }),
    });
  const AS_ANA = { user_id: 'U0ANA', team_id: 'T0SMALL' };

  test('accepts only what Slack has signed, in these minutes and with this body', async () => {
    const body = recent(AS_ANA);
    expect((await sendToMcp(harness, body)).status).toBe(200);
    expect((await sendToMcp(harness, body, {})).status).toBe(401);
    const forged = recent({ ...AS_ANA, user_id: 'U0BEN' });
    expect((await sendToMcp(harness, forged, signed(harness, body))).status).toBe(401);
    const other = { env: { SLACK_SIGNING_SECRET: 'another-signing-secret' } };
    expect((await sendToMcp(harness, body, signed(other, body))).status).toBe(401);
  });

  test('calls no tool without an identity', async () => {
    for (const identity of [undefined, {}, { team_id: 'T0SMALL' }, { user_id: '' }])
      expect((await sendToMcp(harness, recent(identity))).text).toContain('"code":-32602');
  });

  test('accepts one request at a time, of JSON-RPC, of a bounded size', async () => {
    expect((await sendToMcp(harness, '{"jsonrpc')).status).toBe(400);
    expect((await sendToMcp(harness, `[${rpc('ping')},${rpc('ping', {}, 2)}]`)).status).toBe(400);
    expect((await sendToMcp(harness, JSON.stringify({ type: 'block_actions' }))).status).toBe(400);
    expect((await sendToMcp(harness, rpc('ping', { x: 'y'.repeat(1_100_000) }))).status).toBe(413);
    expect((await sendToMcp(harness, rpc('resources/list'))).text).toContain('"code":-32601');
    expect((await sendToMcp(harness, rpc('notifications/initialized', {}, null))).status).toBe(202);
    expect((await fetch(`${harness.appUrl()}/slack/mcp`)).status).toBe(405);
  });

  test('answers as an event stream if the client accepts one, else as JSON', async () => {
    const body = rpc('ping');
    expect(await sendToMcp(harness, body)).toMatchObject({ type: 'application/json' });
    const headers = { ...signed(harness, body), accept: 'application/json, text/event-stream' };
    expect(await sendToMcp(harness, body, headers)).toEqual({
      status: 200,
      type: 'text/event-stream',
      text: 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
    });
  });
});

test('Chloe, whom no admin lets spend credits, is told so instead of getting a card', async () => {
  const limited = await createHarness({
    env: { SLACK_MANIFEST_OPTIONS: 'mcp' },
    settings: { spenders: 'listed', spenderPeople: ['U0BEN'] },
  });
  const proposals = [chloe, ben].map(({ id }) =>
    callTool(limited, { id }, 'propose_document', { text: 'spring plans' }),
  );
  const [refused, allowed] = await Promise.all(proposals);
  await limited.close();
  expect(refused?.text).not.toMatch(/Make this\?/);
  expect(refused?.blocks.some(({ type }) => type === 'actions')).toBe(false);
  expect(allowed?.text).toMatch(/Make this\?/);
});

test('without the option mcp there is no such address', async () => {
  const without = await createHarness();
  expect((await sendToMcp(without, '{}')).status).toBe(404);
  await without.close();
});
