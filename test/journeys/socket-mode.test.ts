import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { compose, type Deckhand } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/storage/database.ts';
import { testDatabase } from '../support/database.ts';
import { createTestLog } from '../support/log.ts';
import { testKey } from '../support/test-key.ts';

/** As much of Slack as Socket Mode needs: where to connect, a socket, and the address of answers. */

let deckhand: Deckhand;
let db: Database;
let appUrl: string;
let socket: WebSocket;
const frames: { envelope_id?: string }[] = [];
const answers: { text?: string }[] = [];
const api = createServer(async (request, response) => {
  const body = await textOf(request);
  if (request.url === '/answer') answers.push(JSON.parse(body));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(replyTo(request.url ?? '')));
});
const sockets = new WebSocketServer({ server: api });

function replyTo(url: string): object {
  if (url.endsWith('apps.connections.open')) return { ok: true, url: `ws://127.0.0.1:${port()}/link` };
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

test('with an app-level token Slack’s requests come through a socket, and are answered there', async () => {
  const payload = {
    command: '/deck',
    text: 'help',
    team_id: 'T1',
    user_id: 'U1',
    channel_id: 'C1',
    trigger_id: '1.1',
    response_url: `http://127.0.0.1:${port()}/answer`,
  };
  socket.send(
    JSON.stringify({ envelope_id: 'E1', type: 'slash_commands', payload, accepts_response_payload: true }),
  );
  await expect.poll(() => answers).not.toEqual([]);
  expect(frames).toContainEqual(expect.objectContaining({ envelope_id: 'E1' }));
  expect(answers[0]?.text).toContain('/deck');
});

test('meanwhile its own address serves health, and takes no requests of Slack’s', async () => {
  expect((await fetch(`${appUrl}/readyz`)).status).toBe(200);
  expect((await fetch(`${appUrl}/slack/events`, { method: 'POST', body: '{}' })).status).toBe(404);
});
