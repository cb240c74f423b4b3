import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Agent, MockAgent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { createSlackFetch } from '../../src/slack/bolt/slack-fetch.ts';

const dispatcher = new Agent();

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
  const slackFetch = createSlackFetch({ dispatcher: anywhere, apiUrl: 'http://127.0.0.1:4100/api/' });
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
  return { origin, slackFetch: createSlackFetch({ dispatcher, apiUrl: `${origin}/api/` }) };
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

/** Hardly smaller compressed. */
const LONG = randomBytes(20_000).toString('base64');

test.each([
  ['short', 'Grüße'],
  ['long', LONG],
])('a %s answer comes compressed, and is the same', async (_, text) => {
  const asked: unknown[] = [];
  const { origin, slackFetch } = await slackAnswering(({ headers }, response) => {
    asked.push(headers['accept-encoding']);
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify({ ok: true, text })));
  });
  const answer = await slackFetch(`${origin}/api/conversations.history`, { method: 'POST', body: '' });
  expect([asked, await answer.json()]).toEqual([['gzip'], { ok: true, text }]);
});

const LIMIT = 100 * 1024 * 1024;

test.each([
  ['as it is', {}, Buffer.alloc(LIMIT + 1)],
  ['compressed', { 'content-encoding': 'gzip' }, Buffer.alloc(LIMIT + 1)],
  ['small, and once unpacked', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(LIMIT + 1))],
])('an answer that is too large %s is given up', async (_, headers, body) => {
  const { origin, slackFetch } = await slackAnswering((_request, response) => {
    response.writeHead(200, headers).end(body);
  });
  const answer = slackFetch(`${origin}/api/conversations.history`, { method: 'POST', body: '' });
  await expect(answer).rejects.toThrow(/larger than \d+ bytes/);
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

test('an answer that stops half-way is given up with its signal, and never taken for a whole one', async () => {
  const begun = Promise.withResolvers<void>();
  const { origin, slackFetch } = await slackAnswering((_, response) => {
    response.write('{"ok":true,');
    begun.resolve();
  });
  const given = new AbortController();
  const answer = slackFetch(`${origin}/api/chat.postMessage`, {
    method: 'POST',
    body: '',
    signal: given.signal,
  });
  await begun.promise;
  given.abort(new Error('out of time'));
  await expect(answer).rejects.toThrow('out of time');
});
