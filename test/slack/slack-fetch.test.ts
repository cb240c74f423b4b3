import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, MockAgent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { createSender } from '../../src/outgoing-requests.ts';
import { createSlackClients } from '../../src/slack/bolt/calls/clients.ts';
import { createSlackFetch } from '../../src/slack/bolt/calls/slack-fetch.ts';
import { createTestLog } from '../support/log.ts';
import { type Reply, replying } from '../support/send.ts';

const send = createSender(new Agent());

test.each([
  ['https://hooks.slack.com/actions/T1/1/x', true],
  ['http://127.0.0.1:4100/answer/1', true],
  ['http://127.0.0.1:4101/answer/1', false],
  ['http://hooks.slack.com/actions/T1/1/x', false],
  ['https://hooks.slack.com.example.org/x', false],
  ['https://slack.com@10.0.0.1/x', false],
  ['http://169.254.169.254/latest/meta-data', false],
  ['//169.254.169.254/', false],
])('what is meant for Slack and addressed to %s is sent: %s', async (address, isSent) => {
  const anywhere = new MockAgent();
  anywhere.disableNetConnect();
  const sent: unknown[] = [];
  const { origin } = URL.parse(address) ?? {};
  if (origin)
    anywhere
      .get(origin)
      .intercept({ path: () => true, method: 'POST' })
      .reply(200, () => void sent.push(address));
  const slackFetch = createSlackFetch({ send: createSender(anywhere), apiUrl: 'http://127.0.0.1:4100/api/' });
  const answer = slackFetch(address, { method: 'POST', body: '{}' });
  if (isSent) await answer;
  else await expect(answer).rejects.toThrow('outside Slack');
  expect(sent).toEqual(isSent ? [address] : []);
});

/** Slack, which answers like this. */
async function slackAnswering(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, slackFetch: createSlackFetch({ send, apiUrl: `${origin}/api/` }) };
}

test('the SDK gets the whole of an answer: status, headers and text', async () => {
  const { origin, slackFetch } = await slackAnswering((request, response) => {
    response.writeHead(request.url === '/api/busy' ? 429 : 200, {
      ...{ 'retry-after': '30', 'x-oauth-scopes': 'chat:write,im:write' },
    });
    request.pipe(response);
  });
  const answer = await slackFetch(`${origin}/api/chat.postMessage`, { method: 'POST', body: 'text=Grüße' });
  expect([answer.ok, answer.status, answer.headers.get('x-oauth-scopes')]).toEqual([
    true,
    200,
    'chat:write,im:write',
  ]);
  expect(await answer.text()).toBe('text=Grüße');
  const refusal = await slackFetch(`${origin}/api/busy`, { method: 'POST', body: '' });
  expect([refusal.ok, refusal.status, refusal.headers.get('Retry-After')]).toEqual([false, 429, '30']);
});

test('an answer without a text is one', async () => {
  const { origin, slackFetch } = await slackAnswering((_, response) => response.writeHead(204).end());
  const answer = await slackFetch(`${origin}/answer/1`, { method: 'POST', body: '{}' });
  expect([answer.ok, await answer.text()]).toEqual([true, '']);
});

test('a redirect leads nowhere', async () => {
  const asked: unknown[] = [];
  const { origin, slackFetch } = await slackAnswering(({ url }, response) => {
    asked.push(url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  const answer = await slackFetch(`${origin}/api/chat.postMessage`, { method: 'POST', body: 'text=secret' });
  expect([answer.ok, asked]).toEqual([false, ['/api/chat.postMessage']]);
});

const answers: [string, string, Reply][] = [
  ['chat.postMessage', 'ok', { body: { ok: true, error: 'no error' } }],
  ['chat.postMessage', 'refused', { body: { ok: false, error: 'channel_not_found' } }],
  ['chat.postMessage', 'rate_limited', { body: { ok: false, error: 'ratelimited' } }],
  ['chat.postMessage', 'rate_limited', { status: 429, headers: { 'retry-after': '3' } }],
  ['chat.postMessage', 'failed', { status: 503, body: '<html>' }],
  ['other', 'ok', { body: 'ok' }],
];

test.each(answers)('a call is counted once, by method and outcome: %s %s', async (method, outcome, reply) => {
  const counted: string[] = [];
  const slackFetch = createSlackFetch({
    send: replying(() => reply),
    onCalled: (...call) => counted.push(call.join(' ')),
  });
  const path =
    method === 'other' ? 'https://hooks.slack.com/actions/T1/secret' : `https://slack.com/api/${method}`;
  await (await slackFetch(path)).text();
  expect(counted).toEqual([`${method} ${outcome}`]);
});

test('a call without an answer is counted, and its error is thrown', async () => {
  const counted: string[] = [];
  const fault = new Error('no network');
  const slackFetch = createSlackFetch({
    send: () => Promise.reject(fault),
    onCalled: (...call) => counted.push(call.join(' ')),
  });
  await expect(slackFetch('https://slack.com/api/auth.test')).rejects.toBe(fault);
  expect(counted).toEqual(['auth.test network']);
});

test('a call that fails is no warning of the SDK, because an outage has one warning of ours', async () => {
  const { log, lines } = createTestLog();
  const fetch = () => Promise.reject(new Error('The connection failed (ECONNRESET).'));
  const { posts } = createSlackClients({ fetch, log, tokenFor: async () => 'xoxb-1' });
  const client = await posts('T1');
  await expect(client.chat.postMessage({ channel: 'C1', text: 'Hello' })).rejects.toThrow('ECONNRESET');
  const levels = lines.map((line) => (JSON.parse(line) as { level: number }).level);
  expect([lines.join(), Math.max(...levels)]).toEqual([expect.stringContaining('ECONNRESET'), 20]);
});
