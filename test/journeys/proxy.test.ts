import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { compose } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { testDatabase } from '../support/database.ts';
import { startForwardProxy } from '../support/forward-proxy.ts';
import { createTestLog } from '../support/log.ts';
import { testKey } from '../support/test-key.ts';
import { until } from '../support/until.ts';
import { createHarness } from './harness.ts';
import { startStandIns } from './stand-ins.ts';
import { askForDeck, untilCardSays } from './story.ts';

/** A company lets its servers out through a proxy alone: Slack and the service are beyond it. */

const BEYOND = {
  SLACK_API_URL: 'https://slack.example.com/api',
  SERVICE_BASE_URL: 'https://service.example.com',
};

test('Ana makes a deck, and all that is asked for it goes through the proxy', async () => {
  const standIns = await startStandIns();
  const proxy = await startForwardProxy({
    'slack.example.com': standIns.slack.url,
    'service.example.com': standIns.service.baseUrl,
  });
  const env = { ...BEYOND, HTTPS_PROXY: proxy.url };
  const harness = await createHarness({ standIns, env });
  onTestFinished(async () => {
    await harness.close();
    await proxy.close();
  });
  const root = await askForDeck(harness, 'The harbour in spring');
  await untilCardSays(harness, root, /Another like this/);
  expect(new Set(proxy.asked)).toEqual(new Set(['slack.example.com:443', 'service.example.com:443']));
});

test('the socket of Socket Mode is opened through the proxy', async () => {
  const api = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const answer = request.url?.endsWith('apps.connections.open')
      ? { ok: true, url: 'wss://socket.example.com/link' }
      : { ok: true, team_id: 'T1', user_id: 'UBOT', bot_id: 'B1' };
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const proxy = await startForwardProxy({ 'slack.example.com': url, 'socket.example.com': url });
  const sockets = new WebSocketServer({ server: api });
  sockets.on('connection', (socket) => socket.send(JSON.stringify({ type: 'hello', num_connections: 1 })));
  const db = await testDatabase();
  const env = { ...BEYOND, HTTPS_PROXY: proxy.url, PORT: '0', ENCRYPTION_KEYS: testKey(7) };
  const tokens = { SLACK_APP_TOKEN: 'xapp-1', SLACK_BOT_TOKEN: 'xoxb-1' };
  const deckhand = await compose(readConfig({ ...env, ...tokens }), createTestLog().log, { database: db });
  onTestFinished(async () => {
    await deckhand.stop();
    await until(() => sockets.clients.size === 0, { otherwise: () => 'The socket is still open.' });
    sockets.close();
    await proxy.close();
    api.closeAllConnections();
    api.close();
    await db.close();
  });
  // It serves once the socket is open.
  await deckhand.start();
  expect(proxy.asked).toContain('socket.example.com:443');
});
