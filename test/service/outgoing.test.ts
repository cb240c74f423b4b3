import type { lookup } from 'node:dns';
import type { Socket } from 'node:net';
import { fetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import {
  createDispatcher,
  createSender,
  type ProxySettings,
  requestFailed,
} from '../../src/outgoing-requests.ts';
import { isTransient, mayHaveBeenSpent } from '../../src/service/error-meaning.ts';
import { NetworkFailure } from '../../src/service/errors.ts';
import { AddressRefused, createOutside } from '../../src/service/http/outside.ts';
import { type ForwardProxy, startForwardProxy, WAY_THROUGH } from '../support/forward-proxy.ts';
import { aClient, aServer, thrownBy } from './harness.ts';

/** Requests through HTTPS_PROXY. */

const SERVICE = 'https://service.example.com';

async function aProxy(login?: string) {
  const { url } = await aServer((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: 'https://10.0.0.5/' });
    response.end(`${request.headers.host}${request.url}`);
  });
  const names = ['service', 'files', 'inside'].map((name) => `${name}.example.com`);
  const proxy = await startForwardProxy(Object.fromEntries(names.map((name) => [name, url])), login);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** The resolver of a machine behind a proxy: it knows private names only. */
const resolve = ((host: string, _: unknown, callback: (error: Error | null, found: object[]) => void) => {
  if (host === 'inside.example.com') callback(null, [{ address: '10.0.0.5', family: 4 }]);
  else callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
}) as unknown as typeof lookup;

function outgoingOf(settings: ProxySettings) {
  const agent = createDispatcher(settings, {});
  onTestFinished(() => agent.destroy());
  return agent;
}

function outsideOf(settings: ProxySettings, trusted = [SERVICE]) {
  const outside = createOutside(fetch, trusted, resolve, settings);
  onTestFinished(() => outside.close());
  return outside.fetch;
}

test('names that this machine cannot resolve are requested through the proxy', async () => {
  const proxy = await aProxy();
  const outside = outsideOf({ HTTPS_PROXY: proxy.url });
  expect(await (await outside(`${SERVICE}/v1.0/me`)).text()).toBe('service.example.com/v1.0/me');
  expect(await (await outside('https://files.example.com/a.pptx')).text()).toBe('files.example.com/a.pptx');
  expect(proxy.asked).toEqual(['service.example.com:443', 'files.example.com:443']);
});

test.each(['10.0.0.5', '127.0.0.1', '[::1]', '169.254.169.254', 'inside.example.com'])(
  '%s is not requested through the proxy',
  async (host) => {
    const proxy = await aProxy();
    await thrownBy(AddressRefused, outsideOf({ HTTPS_PROXY: proxy.url })(`https://${host}/`));
    expect(proxy.asked).toEqual([]);
  },
);

test('a redirect is returned, even if the caller wants to follow it', async () => {
  const proxy = await aProxy();
  const outside = outsideOf({ HTTPS_PROXY: proxy.url });
  const answer = await outside('https://files.example.com/away', { redirect: 'follow' });
  expect(answer.status).toBe(302);
  await answer.body?.cancel();
  expect(proxy.asked).toEqual(['files.example.com:443']);
});

test('hosts of NO_PROXY are connected to directly, and their private addresses are refused', async () => {
  const proxy = await aProxy();
  const outside = outsideOf({ HTTPS_PROXY: proxy.url, NO_PROXY: 'files.example.com' });
  const error = await outside('https://files.example.com/').catch((thrown) => thrown);
  expect(requestFailed(error)).toMatchObject({ code: 'ENOTFOUND' });
  expect(proxy.asked).toEqual([]);
});

test('plain http is requested directly', async () => {
  const proxy = await aProxy();
  const here = await aServer((_, response) => void response.end('here'));
  const agent = createDispatcher({ HTTPS_PROXY: proxy.url }, {});
  onTestFinished(() => agent.close());
  expect(await (await fetch(here.url, { dispatcher: agent })).text()).toBe('here');
  expect(proxy.asked).toEqual([]);
});

test.each<[string, (proxy: ForwardProxy) => Promise<unknown>]>([
  ['straight', ({ beyondUrl }) => fetch(beyondUrl, { dispatcher: outgoingOf({}) })],
  ['through a proxy', ({ url }) => fetch(SERVICE, { dispatcher: outgoingOf({ HTTPS_PROXY: url }) })],
  [
    'without a proxy',
    ({ url, beyondUrl }) =>
      fetch(beyondUrl, { dispatcher: outgoingOf({ HTTPS_PROXY: url, NO_PROXY: '127.0.0.1' }) }),
  ],
  ['at an address that the service names', ({ beyondUrl }) => outsideOf({}, [beyondUrl])(beyondUrl)],
])('only HTTP/1.1 is used %s', async (_, ask) => {
  const proxy = await aProxy();
  // The server's certificate is not valid for an IP address.
  await ask(proxy).catch(() => {});
  expect(proxy.offered).toEqual(['http/1.1']);
});

test('the proxy gets its user name and password', async () => {
  const proxy = await aProxy('deckhand:open-sesame');
  const outside = outsideOf({ HTTPS_PROXY: proxy.url });
  expect((await outside(`${SERVICE}/`)).ok).toBe(true);
  const stranger = outsideOf({ HTTPS_PROXY: proxy.url.replace('open-sesame', 'guessed') });
  const error = requestFailed(await stranger(`${SERVICE}/`).catch((thrown) => thrown));
  expect(error.message).toBe('The proxy refused the connection (407).');
});

/** Checks that a create failed before it was sent, so that it may be repeated. */
async function expectNotSent(proxy: ForwardProxy) {
  const agent = createDispatcher({ HTTPS_PROXY: proxy.url }, {});
  onTestFinished(() => agent.destroy());
  const { client } = aClient({ baseUrl: SERVICE, send: createSender(agent), timeoutMs: 200 });
  const error = await thrownBy(NetworkFailure, client.createGeneration({ inputText: 'Hello' }));
  expect([mayHaveBeenSpent(error), isTransient(error)]).toEqual([false, true]);
}

test.each<[string, (socket: Socket) => void]>([
  ['never answers', () => {}],
  ['stops in the middle of its answer', (socket) => void socket.write('HTTP/1.1 200 Conn')],
  ['speaks no HTTP', (socket) => void socket.write('220 welcome\r\n')],
  ['refuses', (socket) => void socket.end('HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n')],
  ['hangs up', (socket) => void socket.destroy()],
  ['leads to a server that never answers', (socket) => void socket.write(WAY_THROUGH)],
  ['leads to a server that hangs up', (socket) => void socket.write(WAY_THROUGH, () => socket.destroy())],
  [
    'leads to a server without TLS',
    (socket) => void socket.once('data', () => socket.end('220 welcome\r\n')).write(WAY_THROUGH),
  ],
])('no credits were spent if the proxy %s', async (_, act) => {
  const proxy = await aProxy();
  proxy.instead(act);
  await expectNotSent(proxy);
  // On a busy machine the timeout can pass before the proxy has received the request for a tunnel.
  await expect.poll(() => proxy.asked).toHaveLength(1);
});

test('a proxy that does not respond causes a timeout', async () => {
  const proxy = await aProxy();
  proxy.instead(() => {});
  const agent = createDispatcher({ HTTPS_PROXY: proxy.url }, {}, 50);
  onTestFinished(() => agent.destroy());
  await expect(fetch(`${SERVICE}/`, { dispatcher: agent })).rejects.toThrow('fetch failed');
});

test('no credits were spent if there is no proxy', async () => {
  const proxy = await aProxy();
  await proxy.close();
  await expectNotSent(proxy);
});
