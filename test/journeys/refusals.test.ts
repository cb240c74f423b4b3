import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { submitForged } from './forged.ts';
import { createHarness, type Harness } from './harness.ts';
import { moreOptions } from './story.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

/** Counts that a refused ask must leave alone. */
async function state() {
  const [rows] = await harness.db.query<{ count: number }>('select count(*) as count from generations');
  const posts = harness.service.calls.filter(({ method }) => method === 'POST').length;
  return { generations: rows?.count, posts, messages: harness.slack.messages('general').length };
}

describe('bad input gets a clear message at its field and changes nothing', () => {
  beforeEach(async () => {
    await harness.ana.command('general', '/deck');
    await moreOptions(harness.ana);
  });

  const text = (length: number) => new TextEncoder().encode('word '.repeat(length / 5));

  const cases: [string, string, RegExp, () => Promise<void> | void][] = [
    ['an empty prompt', 'prompt', /what it should be about|prompt|file/i, () => {}],
    ['a prompt of nothing but spaces', 'prompt', /\w/, () => harness.ana.fill({ prompt: '    ' })],
    ['0 cards', 'cards', /1/, () => harness.ana.fill({ prompt: 'A plan', cards: 0 })],
    ['1000 cards', 'cards', /75/, () => harness.ana.fill({ prompt: 'A plan', cards: 1000 })],
    [
      'half a card',
      'cards',
      /whole|number|decimal/i,
      () => harness.ana.fill({ prompt: 'A plan', cards: 2.5 }),
    ],
    [
      'a file that is too long',
      'file',
      /400,000/,
      async () =>
        harness.ana.fill({ file: await harness.ana.upload('notes.txt', text(400_005), 'text/plain') }),
    ],
    [
      'a file of another type',
      'file',
      /\.md|\.txt|type/i,
      async () =>
        harness.ana.fill({ file: await harness.ana.upload('notes.pdf', text(50), 'application/pdf') }),
    ],
  ];

  test.each(cases)('%s', async (_, field, words, fill) => {
    const before = await state();
    // Some are stopped by Slack's client already, as in life; either way the person reads it at the field.
    const refused = await Promise.resolve()
      .then(fill)
      .then(
        () => harness.ana.submit(),
        (error: Error) => ({ ok: false, errors: { [field]: error.message } }),
      );
    expect(refused.errors?.[field] ?? JSON.stringify(refused)).toMatch(words);
    expect(await state()).toEqual(before);
    await harness.ana.close();
  });

  const option = (value: string) => ({ text: { type: 'plain_text', text: value }, value });
  const valid = {
    start_from: { start_from: { type: 'radio_buttons', selected_option: option('text') } },
    prompt: { prompt: { type: 'plain_text_input', value: 'A plan' } },
    format: { format: { type: 'static_select', selected_option: option('presentation') } },
    export_as: { export_as: { type: 'static_select', selected_option: option('pptx') } },
    channel: { channel: { type: 'conversations_select', selected_conversation: 'C0GENERAL' } },
  };

  /** Values that no client lets through, but a forged or outdated one may send. */
  const forged: [string, string, RegExp, Record<string, Record<string, object>>][] = [
    [
      'a theme that does not exist',
      'theme',
      /theme/i,
      { theme: { theme: { type: 'external_select', selected_option: option('gone') } } },
    ],
    [
      '1000 cards past the client',
      'cards',
      /75/,
      { cards: { cards: { type: 'number_input', value: '1000' } } },
    ],
    [
      'a prompt of 400,001 characters',
      'prompt',
      /400,000/,
      { prompt: { prompt: { type: 'plain_text_input', value: 'x'.repeat(400_001) } } },
    ],
    [
      'a private channel that the app is not in',
      'channel',
      /invite/,
      { channel: { channel: { type: 'conversations_select', selected_conversation: 'C0BOARD' } } },
    ],
  ];

  test.each(forged)('%s', async (_, field, words, changes) => {
    const before = await state();
    const { status, body } = await submitForged(harness, { ...valid, ...changes });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      response_action: 'errors',
      errors: { [field]: expect.stringMatching(words) },
    });
    expect(await state()).toEqual(before);
    await harness.ana.close();
  });
});

test('without a connection the person is told at once, and nothing is lost', async () => {
  const unconnected = await createHarness({ env: { SERVICE_API_KEY: '' } });
  await unconnected.ana.command('general', '/deck A plan');
  const answers = () => unconnected.ana.ephemerals('general').map(({ blocks }) => JSON.stringify(blocks));
  await expect.poll(() => answers().join()).toMatch(/not connected/);
  expect(answers().join()).toContain('A plan');
  expect(unconnected.slack.messages('general').filter(({ bot }) => bot)).toEqual([]);
  expect(unconnected.service.calls).toEqual([]);
  await unconnected.close();
});

describe('requests that are not what they should be', () => {
  test('a bad signature, an old one and none at all are turned away with 401', async () => {
    const before = await state();
    const body = 'command=%2Fdeck&text=forged&team_id=T0SMALL&user_id=U0ANA';
    const now = Math.floor(Date.now() / 1000);
    const sign = (secret: string, at: number) =>
      `v0=${createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')}`;
    const secret = harness.env.SLACK_SIGNING_SECRET ?? '';
    const tries = [
      {},
      { 'x-slack-request-timestamp': String(now), 'x-slack-signature': sign('wrong', now) },
      { 'x-slack-request-timestamp': String(now - 600), 'x-slack-signature': sign(secret, now - 600) },
    ];
    for (const headers of tries) {
      const response = await fetch(`${harness.appUrl()}/slack/events`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(headers as Record<string, string>),
        },
        body,
      });
      expect(response.status).toBe(401);
    }
    expect(await state()).toEqual(before);
  });

  test('a body over the limit is turned away with 413', async () => {
    const response = await fetch(`${harness.appUrl()}/slack/events`, {
      method: 'POST',
      body: 'x'.repeat(5_000_000),
    });
    expect(response.status).toBe(413);
  });

  test('an unknown address is 404, a wrong method 405', async () => {
    expect((await fetch(`${harness.appUrl()}/nothing`)).status).toBe(404);
    expect((await fetch(`${harness.appUrl()}/slack/nothing`)).status).toBe(404);
    expect((await fetch(`${harness.appUrl()}/readyz`, { method: 'POST' })).status).toBe(405);
    const answered = async (method: string, path: string) => {
      const { status, headers } = await fetch(`${harness.appUrl()}${path}`, { method });
      return [status, headers.get('allow')];
    };
    // Probes ask by HEAD; where a look has consequences, a scanner of links has none.
    expect(await answered('HEAD', '/healthz')).toEqual([200, null]);
    expect(await answered('HEAD', '/readyz')).toEqual([200, null]);
    expect(await answered('DELETE', '/healthz')).toEqual([405, 'GET, HEAD']);
    expect(await answered('HEAD', '/service/callback')).toEqual([405, 'GET']);
    expect(await answered('GET', '/slack/events')).toEqual([405, 'POST']);
  });
});

test('with a missing and a bad variable it refuses to start, tells all faults at once, and exits with 1', () => {
  const main = new URL('../../src/main.ts', import.meta.url).pathname;
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: 'eighty',
    SLACK_BOT_TOKEN: 'xoxb-1',
    ENCRYPTION_KEYS: 'short',
  };
  const { status, stderr, stdout } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stdout).toBe('');
  for (const name of ['PORT', 'SLACK_SIGNING_SECRET', 'SERVICE_BASE_URL', 'ENCRYPTION_KEYS']) {
    expect(stderr).toContain(name);
  }
});
