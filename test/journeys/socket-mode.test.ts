import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { compose, type Deckhand } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/storage/database.ts';
import { testDatabase } from '../support/database.ts';
import { createTestLog } from '../support/log.ts';
import { allowErrors } from '../support/log-errors.ts';
import { testKey } from '../support/test-key.ts';

/** As much of Slack as Socket Mode needs: where to connect, a socket, and the address of answers. */

let deckhand: Deckhand;
let db: Database;
let appUrl: string;
let socket: WebSocket;
const frames: { envelope_id?: string }[] = [];
const answers: { text?: string }[] = [];
const opened: string[] = [];
const posts: string[] = [];
const api = createServer(async (request, response) => {
  const body = await textOf(request);
  if (request.url === '/answer') answers.push(JSON.parse(body));
  if (request.url?.endsWith('chat.postMessage')) posts.push(body);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(replyTo(request.url ?? '')));
});
const sockets = new WebSocketServer({ server: api });

function replyTo(url: string): object {
  if (url.endsWith('apps.connections.open')) return { ok: true, url: `ws://127.0.0.1:${port()}/link` };
  if (url.endsWith('chat.postMessage')) return { ok: true, channel: 'D1', ts: '1.000001', message: {} };
  if (url.endsWith('auth.test')) return { ok: true, team_id: 'T1', user_id: 'UBOT', bot_id: 'B1' };
  if (url.endsWith('users.info')) return { ok: true, user: { id: 'U1', team_id: 'T1' } };
  return { ok: true };
}

const port = () => (api.address() as AddressInfo).port;

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

beforeAll(async () => {
  db = await testDatabase();
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const connected = new Promise<void>((resolve) => {
    sockets.on('connection', (each) => {
      socket = each;
      opened.push('socket');
      each.on('message', (data) => frames.push(JSON.parse(String(data))));
      each.send(JSON.stringify({ type: 'hello', num_connections: 1 }));
      resolve();
    });
  });
  const config = readConfig({
    PORT: '0',
    SLACK_APP_TOKEN: 'xapp-1',
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_API_URL: `http://127.0.0.1:${port()}/api`,
    SERVICE_BASE_URL: 'http://127.0.0.1:9',
    ENCRYPTION_KEYS: testKey(7),
  });
  deckhand = await compose(config, createTestLog().log, { database: db });
  appUrl = `http://127.0.0.1:${await deckhand.start()}`;
  await connected;
});

afterAll(async () => {
  await deckhand.stop();
  sockets.close();
  api.closeAllConnections();
  api.close();
  await db.close();
});

const command = (text: string) => ({
  command: '/deck',
  text,
  team_id: 'T1',
  user_id: 'U1',
  channel_id: 'C1',
  trigger_id: '1.1',
  response_url: `http://127.0.0.1:${port()}/answer`,
});
let sent = 0;
function send(type: string, payload: object, envelope_id = `E${++sent}`): string {
  socket.send(JSON.stringify({ envelope_id, type, payload, accepts_response_payload: true }));
  return envelope_id;
}
const acks = (id: string) => frames.filter(({ envelope_id }) => envelope_id === id).length;
const directMessage = (id: string) => ({
  type: 'event_callback',
  event_id: id,
  event_time: Math.floor(Date.now() / 1000),
  team_id: 'T1',
  api_app_id: 'A1',
  authorizations: [{ team_id: 'T1', enterprise_id: null, is_enterprise_install: false }],
  event: { type: 'message', channel_type: 'im', channel: 'D1', user: 'U1', ts: '5.000001', text: 'help' },
});

/** It still hears: a command is answered, once. */
async function expectItHears(): Promise<void> {
  const before = answers.length;
  const id = send('slash_commands', command('help'));
  await expect.poll(() => answers.length).toBe(before + 1);
  // The acknowledgement comes through the socket, so it can arrive after the answer.
  await expect.poll(() => acks(id)).toBe(1);
}

test('with an app-level token Slack’s requests come through a socket, and are answered there', async () => {
  const id = send('slash_commands', command('help'));
  await expect.poll(() => answers).not.toEqual([]);
  await expect.poll(() => acks(id)).toBe(1);
  expect(answers[0]?.text).toContain('/deck');
});

test('meanwhile its own address serves health, and takes no requests of Slack’s', async () => {
  expect((await fetch(`${appUrl}/readyz`)).status).toBe(200);
  expect((await fetch(`${appUrl}/slack/events`, { method: 'POST', body: '{}' })).status).toBe(404);
});

describe('what Slack never sends', () => {
  test.each([
    ['nothing', ''],
    ['no JSON', '{"type":'],
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[]'],
    ['nothing in it', '{}'],
    ['an event without a payload', '{"type":"events_api","envelope_id":"X1"}'],
    ['an event that is null', '{"type":"events_api","envelope_id":"X2","payload":{"event":null}}'],
    ['an event with no type', '{"type":"events_api","envelope_id":"X3","payload":{"event":{}}}'],
    ['a command without a payload', '{"type":"slash_commands","envelope_id":"X4"}'],
    ['a press that is null', '{"type":"interactive","envelope_id":"X5","payload":null}'],
    ['a type that nobody knows', '{"type":"from_the_future","envelope_id":"X6","payload":{"a":1}}'],
    ['a type that is a number', '{"type":5,"envelope_id":"X7","payload":{}}'],
    ['the name of a sign between the client’s own parts', '{"type":"ws_message","payload":{}}'],
    ['an error', '{"type":"error","payload":{}}'],
    ['the end', '{"type":"close","payload":{}}'],
    ['no envelope', '{"type":"slash_commands","payload":{"command":"/deck"}}'],
    [
      'ten million characters',
      JSON.stringify({ type: 'events_api', envelope_id: 'X8', payload: { a: 'a'.repeat(1e7) } }),
    ],
  ])('%s: it goes on', async (_, frame) => {
    socket.send(frame);
    await expectItHears();
  });

  test('bytes: it goes on', async () => {
    socket.send(Buffer.from([0, 255, 128, 7]));
    await expectItHears();
  });
});

test('an event that comes twice is dealt with once, also where each comes in an envelope of its own', async () => {
  const before = posts.length;
  const first = send('events_api', directMessage('Ev1'));
  const again = send('events_api', directMessage('Ev1'));
  send('events_api', directMessage('Ev1'), first);
  await expect.poll(() => acks(first) + acks(again)).toBe(3);
  await expect.poll(() => posts.length).toBe(before + 1);
  await expectItHears();
  expect(posts.length).toBe(before + 1);
});

// Where its acknowledgement does not get through any more, Slack sends an event again.
allowErrors(/no active connection|client is not ready/);
test('told to disconnect, it comes back by a new socket, and what is sent again is dealt with once', async () => {
  const [before, said] = [opened.length, posts.length];
  const event = directMessage('Ev2');
  send('events_api', event);
  socket.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested', debug_info: {} }));
  await expect.poll(() => opened.length).toBe(before + 1);
  const again = send('events_api', event);
  await expect.poll(() => posts.length).toBe(said + 1);
  await expect.poll(() => acks(again)).toBe(1);
  await expectItHears();
  expect(posts.length).toBe(said + 1);
});
