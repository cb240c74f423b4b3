import type { lookup } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetch } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openExport } from '../../src/service/download.ts';
import { ExportLinkRefused } from '../../src/service/errors.ts';
import { AddressRefused, createOutside, isPublicAddress } from '../../src/service/http/outside.ts';
import { aServer, thrownBy } from './harness.ts';

const SERVICE = 'https://service.example.com';

describe('public addresses', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(true));
});

const INSIDE = [
  '0.0.0.0',
  '10.0.0.5',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '64:ff9b::10.0.0.5',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
];

describe('addresses that are not public', () => {
  test.each(INSIDE)('%s', (address) => expect(isPublicAddress(address)).toBe(false));
});

/** A resolver that returns these addresses for every name. */
function resolving(...addresses: string[]): typeof lookup {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const resolve = (_: string, __: unknown, callback: (error: null, found: object[]) => void) => {
    callback(null, found);
  };
  return resolve as unknown as typeof lookup;
}

/** A server on this machine that must not get requests. */
async function aSecretServer() {
  let asked = 0;
  const { url } = await aServer((_, response) => {
    asked += 1;
    response.end('internal');
  });
  return { port: new URL(url).port, asked: () => asked };
}

function outsideOf(service: string, resolve?: typeof lookup) {
  const outside = createOutside(fetch, [service], resolve);
  onTestFinished(() => outside.close());
  return outside.fetch;
}

describe('an address that the service names', () => {
  test.each([
    ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.0.0.1.', '0.0.0.0', '[::]'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', 'localhost', 'LOCALHOST'],
  ])('is refused at %s', async (host) => {
    const { port, asked } = await aSecretServer();
    await thrownBy(AddressRefused, outsideOf(SERVICE)(`http://${host}:${port}/`));
    expect(asked()).toBe(0);
  });

  test.each([['127.0.0.1'], ['10.0.0.5'], ['::1'], ['::ffff:127.0.0.1', '169.254.169.254']])(
    'is refused if its name resolves to %s',
    async (...addresses) => {
      const { port, asked } = await aSecretServer();
      const outside = outsideOf(SERVICE, resolving(...addresses));
      await thrownBy(AddressRefused, outside(`http://files.example.com:${port}/`));
      expect(asked()).toBe(0);
    },
  );

  test.each(['169.254.169.254', '[::ffff:7f00:1]', 'localhost', 'files.example.com'])(
    'is refused if it redirects to %s',
    async (host) => {
      const { port, asked } = await aSecretServer();
      const location = `http://${host}:${port}/`;
      const service = await aServer((_, response) => response.writeHead(302, { location }).end());
      const outside = outsideOf(service.url, resolving('127.0.0.1'));
      await thrownBy(AddressRefused, outside(service.url, { redirect: 'follow' }));
      expect(asked()).toBe(0);
    },
  );

  test('is resolved once, so the checked address is the connected one', async () => {
    const { port, asked } = await aSecretServer();
    let resolved = 0;
    const answers = [resolving('10.0.0.5'), resolving('127.0.0.1')];
    const resolve = ((...given: Parameters<typeof lookup>) =>
      (answers[resolved++] ?? resolving('127.0.0.1'))(...given)) as unknown as typeof lookup;
    await thrownBy(AddressRefused, outsideOf(SERVICE, resolve)(`http://files.example.com:${port}/`));
    expect(resolved).toBe(1);
    expect(asked()).toBe(0);
  });

  test('is requested if it is a configured host', async () => {
    const { port } = await aSecretServer();
    const response = await outsideOf('http://127.0.0.1:9')(`http://127.0.0.1:${port}/`);
    expect(await response.text()).toBe('internal');
  });

  test('is requested if it is a configured IPv6 address', async () => {
    const server = createServer((_, response) => response.end('service'));
    await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://[::1]:${(server.address() as AddressInfo).port}/`;
    expect(await (await outsideOf(url)(url)).text()).toBe('service');
  });
});

test('an export link to a private address is refused and not retried', async () => {
  const { port, asked } = await aSecretServer();
  const options = { fetch: outsideOf(SERVICE, resolving('127.0.0.1')), maxBytes: 1_000 };
  await thrownBy(ExportLinkRefused, openExport(`http://127.0.0.1:${port}/`, options));
  await thrownBy(ExportLinkRefused, openExport(`https://files.example.com:${port}/`, options));
  expect(asked()).toBe(0);
});
