import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { isTransient, mayHaveBeenSpent } from '../../src/service/error-meaning.ts';
import { Forbidden, MalformedAnswer, NetworkFailure, Timeout } from '../../src/service/errors.ts';
import { aClient, aServer, freshPlainFetch, thrownBy } from './harness.ts';

const hello = { inputText: 'Hello' };

function clientOf(baseUrl: string, timeoutMs = 5_000) {
  return aClient({ baseUrl, fetch: freshPlainFetch(), timeoutMs });
}

/** A port where nobody listens. */
async function closedPort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('a connection that never stood: nothing was sent', () => {
  test.each(['127.0.0.1', 'localhost'])('refused at %s', async (host) => {
    const { client, calls } = clientOf(`http://${host}:${await closedPort()}`);
    const error = await thrownBy(NetworkFailure, client.createGeneration(hello));

    expect(error).toMatchObject({ sent: false, code: 'ECONNREFUSED' });
    expect(mayHaveBeenSpent(error)).toBe(false);
    expect(isTransient(error)).toBe(true);
    expect(calls).toMatchObject([{ route: 'POST /generations', status: 'network' }]);
  });

  test('a server that speaks no TLS', async () => {
    const { port } = await aServer((_, response) => response.end('{}'));
    const { client } = clientOf(`https://127.0.0.1:${port}`);
    const error = await thrownBy(NetworkFailure, client.createGeneration(hello));
    expect(mayHaveBeenSpent(error)).toBe(false);
  });
});

describe('a connection that broke later: it may have been carried out', () => {
  test('before the answer', async () => {
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

  test('in the middle of the answer', async () => {
    const { url } = await aServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"generationId":', () => response.destroy());
    });
    const error = await thrownBy(NetworkFailure, clientOf(url).client.createGeneration(hello));
    expect(mayHaveBeenSpent(error)).toBe(true);
  });

  test('in the middle of a refusal, which stays a refusal', async () => {
    const { url } = await aServer((_, response) => {
      response.writeHead(403, { 'content-length': '100' });
      response.write('{"message":', () => response.destroy());
    });
    const error = await thrownBy(Forbidden, clientOf(url).client.createGeneration(hello));
    expect(mayHaveBeenSpent(error)).toBe(false);
  });
});

describe('a service that takes too long', () => {
  test('to begin answering', async () => {
    const { url } = await aServer(() => {});
    const { client, calls } = clientOf(url, 40);
    const error = await thrownBy(Timeout, client.createGeneration(hello));

    expect(mayHaveBeenSpent(error)).toBe(true);
    expect(isTransient(error)).toBe(true);
    expect(calls).toMatchObject([{ status: 'timeout' }]);
  });

  test('to finish answering', async () => {
    const { url } = await aServer((_, response) => {
      response.writeHead(200).write('{');
    });
    await thrownBy(Timeout, clientOf(url, 40).client.createGeneration(hello));
  });
});

describe('a caller who gives up', () => {
  test('while the answer is awaited gets their own reason, and the connection is let go', async () => {
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

  test('before anything was sent sends nothing', async () => {
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

describe('what is on the wire', () => {
  test('the key header is spelled as the service wants it, and redirects are not followed', async () => {
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

  test('an answer without end is given up, and its connection closed', async () => {
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

  test('a letter cut in two by the network arrives whole', async () => {
    const bytes = Buffer.from(JSON.stringify({ email: 'zoë@example.com' }));
    const middle = bytes.indexOf(0xc3) + 1;
    const { url } = await aServer((_, response) => {
      response.writeHead(200).write(bytes.subarray(0, middle));
      setTimeout(() => response.end(bytes.subarray(middle)), 10);
    });
    expect(await clientOf(url).client.getMe()).toEqual({ email: 'zoë@example.com' });
  });

  test('connections are used again, call after call, refusals included', async () => {
    const sockets = new Set<unknown>();
    let calls = 0;
    const { url } = await aServer((request, response) => {
      sockets.add(request.socket);
      response.writeHead([200, 404, 500, 302][calls++ % 4] ?? 200).end('{"status":"pending","message":"m"}');
    });
    const { client } = clientOf(url);
    for (let call = 0; call < 12; call++) await client.getGeneration('gen_1').catch(() => {});
    // undici may open a second one while the first is being tidied up.
    expect(sockets.size).toBeLessThanOrEqual(2);
  });
});

test('nothing stays behind on a signal that lives longer than the calls', async () => {
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
