import { once } from 'node:events';
import { constants, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { H2CClient } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { createPlainFetch } from '../../src/service/http/plain-fetch.ts';

test('a request that spends credits is sent once, also where HTTP/2 would have it sent again', async () => {
  const bodies: string[] = [];
  const server = createServer().listen(0, '127.0.0.1');
  server.on('stream', (stream) => {
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => void bodies.push(String(chunk)));
    stream.on('end', () => stream.close(constants.NGHTTP2_REFUSED_STREAM));
  });
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new H2CClient(origin);
  onTestFinished(async () => {
    await client.destroy();
    server.close();
  });
  const answer = createPlainFetch(client)(`${origin}/`, {
    ...{ method: 'POST', headers: {}, body: '{}', signal: AbortSignal.timeout(5_000) },
    ...{ redirect: 'manual', credentials: 'omit' },
  });
  await expect(answer).rejects.toThrow(/REFUSED_STREAM/);
  expect(bodies).toEqual(['{}']);
});
