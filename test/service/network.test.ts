import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { isTransient, mayHaveBeenSpent } from '../../src/service/error-meaning.ts';
import { Forbidden, MalformedAnswer, NetworkFailure, Timeout } from '../../src/service/errors.ts';
import { aClient, aServer, freshSend, thrownBy } from './harness.ts';

const hello = { inputText: 'Hello' };

function clientOf(baseUrl: string, timeoutMs = 5_000) {
  return aClient({ baseUrl, send: freshSend(), timeoutMs });
}

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('a connection that fails before the request: nothing was sent', () => {
  test.each(['127.0.0.1', 'localhost'])('refused at %s', async (host) => {
    const { client, calls } = clientOf(`http://${host}:${await closedPort()}`);
    const error = await thrownBy(NetworkFailure, client.createGeneration(hello));

    expect(error).toMatchObject({ sent: false, code: 'ECONNREFUSED' });
    expect(mayHaveBeenSpent(error)).toBe(false);
    expect(isTransient(error)).toBe(true);
    expect(calls).toMatchObject([{ route: 'POST /generations', status: 'network' }]);
  });

  test('a server without TLS', async () => {
    const { port } = await aServer((_, response) => response.end('{}'));
    const { client } = clientOf(`https://127.0.0.1:${port}`);
    const error = await thrownBy(NetworkFailure, client.createGeneration(hello));
    expect(mayHaveBeenSpent(error)).toBe(false);
  });
});

describe('a connection that breaks later: the request may have been carried out', () => {
  test('before the response', async () => {
    let received = 0;
    const { url } = await aServer((request) => {
      received++;
      request.socket.destroy();
    });
    const { client } = clientOf(url);
    const error = await thrownBy(NetworkFailure, client.createGeneration(hello));

    expect(error.sent).toBe(true);
    expect(mayHaveBeenSpent(error)).toBe(true);
    expect(received).toBe(1);
  });

  test('in the middle of the response', async () => {
    const { url } = await aServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"generationId":', () => response.destroy());
    });
    const error = await thrownBy(NetworkFailure, clientOf(url).client.createGeneration(hello));
    expect(mayHaveBeenSpent(error)).toBe(true);
  });

  test('in the middle of a refusal: it is still a refusal', async () => {
    const { url } = await aServer((_, response) => {
      response.writeHead(403, { 'content-length': '100' });
      response.write('{"message":', () => response.destroy());
    });
    const error = await thrownBy(Forbidden, clientOf(url).client.createGeneration(hello));
    expect(mayHaveBeenSpent(error)).toBe(false);
  });
});

describe('a service that takes too long', () => {
  test('to begin its response', async () => {
    const { url } = await aServer((request, response) => {
      if (request.method === 'GET') response.end('{"status":"pending"}');
    });
    const send = freshSend({ connections: 1 });
    // Opens the connection, so that the next request is sent before its timeout can pass, however busy the machine is.
    await aClient({ baseUrl: url, send }).client.getGeneration('gen_1');
    const { client, calls } = aClient({ baseUrl: url, send, timeoutMs: 40 });
    const error = await thrownBy(Timeout, client.createGeneration(hello));

    expect(mayHaveBeenSpent(error)).toBe(true);
    expect(isTransient(error)).toBe(true);
    expect(calls).toMatchObject([{ status: 'timeout' }]);
  });

  test('to finish its response', async () => {
    const { url } = await aServer((_, response) => {
      response.writeHead(200).write('{');
    });
    await thrownBy(Timeout, clientOf(url, 40).client.createGeneration(hello));
  });
});

describe('an abort by the caller', () => {
  test('before the response throws its reason and closes the connection', async () => {
    const giveUp = new AbortController();
    const reason = new Error('the person closed the view');
    const { url } = await aServer((request) => {
      request.socket.once('close', () => released());
      giveUp.abort(reason);
    });
    const { promise: closed, resolve: released } = Promise.withResolvers<void>();
    const { client, calls } = clientOf(url);

    await expect(client.listThemes({}, giveUp.signal)).rejects.toBe(reason);
    await closed;
    expect(calls).toEqual([]);
  });

  test('before the request sends nothing', async () => {
    let received = 0;
    const { url } = await aServer((_, response) => {
      received++;
      response.end('{}');
    });
    const { client } = clientOf(url);
    await expect(client.listThemes({}, AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
    expect(received).toBe(0);
  });
});

describe('requests and responses', () => {
  test('the API key is sent in the documented header, and redirects are not followed', async () => {
    const seen: string[][] = [];
    const { url } = await aServer((request, response) => {
      seen.push(request.rawHeaders);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    const error = await thrownBy(MalformedAnswer, clientOf(url).client.createGeneration(hello));

    expect(error.status).toBe(307);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toContain('X-API-KEY');
  });

  test('a response without end fails, and its connection is closed', async () => {
    const { promise: closed, resolve: released } = Promise.withResolvers<void>();
    const { url } = await aServer((_, response) => {
      response.writeHead(200);
      const more = () => {
        while (response.write(' '.repeat(65_536)));
        response.once('drain', more);
      };
      response.once('close', released);
      more();
    });
    const error = await thrownBy(MalformedAnswer, clientOf(url).client.getGeneration('gen_1'));
    await closed;
    expect(error.message).toMatch(/larger than/);
  });

  test('a character that is split between two chunks is decoded', async () => {
    const bytes = Buffer.from(JSON.stringify({ email: 'zoë@example.com' }));
    const middle = bytes.indexOf(0xc3) + 1;
    const { url } = await aServer((_, response) => {
      response.writeHead(200).write(bytes.subarray(0, middle));
      setTimeout(() => response.end(bytes.subarray(middle)), 10);
    });
    expect(await clientOf(url).client.getMe()).toEqual({ email: 'zoë@example.com' });
  });

  test('connections are reused, also after refusals', async () => {
    const sockets = new Set<unknown>();
    let calls = 0;
    const { url } = await aServer((request, response) => {
      sockets.add(request.socket);
      response.writeHead([200, 404, 500, 302][calls++ % 4] ?? 200).end('{"status":"pending","message":"m"}');
    });
    const { client } = clientOf(url);
    for (let call = 0; call < 12; call++) await client.getGeneration('gen_1').catch(() => {});
    // undici may open a second connection while it still releases the first.
    expect(sockets.size).toBeLessThanOrEqual(2);
  });
});

test('calls leave no listener on a signal that outlives them', async () => {
  const { url } = await aServer((_, response) => response.end('{"status":"pending"}'));
  const { client } = clientOf(url);
  const longLived = new AbortController().signal;
  let listeners = 0;
  const add = longLived.addEventListener.bind(longLived);
  const remove = longLived.removeEventListener.bind(longLived);
  longLived.addEventListener = (...given: Parameters<typeof add>) => {
    listeners++;
    add(...given);
  };
  longLived.removeEventListener = (...given: Parameters<typeof remove>) => {
    listeners--;
    remove(...given);
  };
  for (let call = 0; call < 5; call++) await client.getGeneration('gen_1', longLived);
  expect(listeners).toBe(0);
});
