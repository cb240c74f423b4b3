import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Response } from 'undici';
import { describe, expect, test } from 'vitest';
import { type DownloadOptions, openExport } from '../../src/service/download.ts';
import { isTransient } from '../../src/service/error-meaning.ts';
import {
  ExportGone,
  ExportLinkRefused,
  ExportTooLarge,
  NetworkFailure,
  Timeout,
  Unavailable,
} from '../../src/service/errors.ts';
import { aServer, freshFetch, thrownBy } from './harness.ts';

const SECRET = '/deck-9f8e7d6c?signature=s3cr3t';

function options(overrides: Partial<DownloadOptions> = {}): DownloadOptions {
  return {
    fetch: freshFetch(),
    maxBytes: 1_000_000,
    headersTimeoutMs: 20_000,
    idleTimeoutMs: 20_000,
    ...overrides,
  };
}

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Starts a server for one response; `closed` resolves when its connection is closed. */
async function aFileServer(answer: (response: ServerResponse, path: string) => void) {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const { url } = await aServer((request, response) => {
    request.socket.once('close', resolve);
    answer(response, request.url ?? '');
  });
  return { link: `${url}${SECRET}`, url, closed };
}

describe('an export file', () => {
  test('is streamed with its type and size, and without credentials', async () => {
    const headers: string[] = [];
    const { url } = await aServer((request, response) => {
      headers.push(...Object.keys(request.headers));
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '5' }).end('%PDF-');
    });
    const file = await openExport(`${url}${SECRET}`, options());

    expect(file).toMatchObject({ contentType: 'application/pdf', size: 5 });
    expect((await bytesOf(file.body)).toString()).toBe('%PDF-');
    expect(headers).not.toContain('authorization');
    expect(headers).not.toContain('x-api-key');
    expect(headers).not.toContain('cookie');
  });

  test('is not buffered: chunks are read on demand', async () => {
    let taken = 0;
    const endless = new ReadableStream({
      pull(controller) {
        taken++;
        controller.enqueue(new Uint8Array(1_000));
      },
    });
    const fetch = async () => new globalThis.Response(endless) as unknown as Response;
    const file = await openExport('https://files.example/x', options({ fetch }));
    const reader = file.body.getReader();
    await reader.read();
    await new Promise(setImmediate);
    expect(taken).toBeLessThanOrEqual(2);
    await reader.cancel();
  });

  test('may be empty and without size and type', async () => {
    const { link } = await aFileServer((response) => response.writeHead(200).end());
    const file = await openExport(link, options());
    expect(file.contentType).toBe('application/octet-stream');
    expect(file.size).toBeUndefined();
    expect(await bytesOf(file.body)).toHaveLength(0);
  });
});

describe('a file that is too large', () => {
  test('is refused by its content-length before it is read', async () => {
    const { link, closed } = await aFileServer((response) => {
      response.writeHead(200, { 'content-length': '1001' }).write('x');
    });
    const error = await thrownBy(ExportTooLarge, openExport(link, options({ maxBytes: 1_000 })));
    expect(error.maxBytes).toBe(1_000);
    await closed;
  });

  test('fails while it is read if it has no content-length', async () => {
    const { link, closed } = await aFileServer((response) => {
      response.writeHead(200).write('x'.repeat(1_001));
    });
    const file = await openExport(link, options({ maxBytes: 1_000 }));
    await thrownBy(ExportTooLarge, bytesOf(file.body));
    await closed;
  });

  test('a file of exactly the limit is read', async () => {
    const { link } = await aFileServer((response) => response.writeHead(200).end('x'.repeat(1_000)));
    const file = await openExport(link, options({ maxBytes: 1_000 }));
    expect(await bytesOf(file.body)).toHaveLength(1_000);
  });
});

describe('a host that fails ends the download', () => {
  test.each([
    [400, ExportGone],
    [403, ExportGone],
    [404, ExportGone],
    [410, ExportGone],
    [500, Unavailable],
    [503, Unavailable],
  ])('with status %i', async (status, kind) => {
    const { link } = await aFileServer((response) =>
      response.writeHead(status).end(`<Error>${SECRET}</Error>`),
    );
    const error = await thrownBy(kind, openExport(link, options()));
    expect(error.status).toBe(status);
    expect(isTransient(error)).toBe(status >= 500);
  });

  test('by not responding', async () => {
    const { link, url, closed } = await aFileServer((response, path) => {
      if (path !== SECRET) response.end();
    });
    const fetch = freshFetch({ connections: 1 });
    // Opens the connection, so that the next request is sent before its timeout can pass, however busy the machine is.
    await (await fetch(url)).text();
    await thrownBy(Timeout, openExport(link, options({ fetch, headersTimeoutMs: 40 })));
    await closed;
  });

  test('by stopping in the middle', async () => {
    const { link, closed } = await aFileServer((response) => {
      response.writeHead(200).write('begin');
    });
    const file = await openExport(link, options({ idleTimeoutMs: 40 }));
    await thrownBy(Timeout, bytesOf(file.body));
    await closed;
  });

  test('by sending a byte now and then', async () => {
    const { link, closed } = await aFileServer((response) => {
      const dripping = setInterval(() => response.write('x'), 5);
      response.once('close', () => clearInterval(dripping));
    });
    const file = await openExport(link, options({ totalTimeoutMs: 60 }));
    await thrownBy(Timeout, bytesOf(file.body));
    await closed;
  });

  test('by sending without an end', async () => {
    const { link, closed } = await aFileServer((response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const file = await openExport(link, options());
    await thrownBy(ExportTooLarge, bytesOf(file.body));
    await closed;
  });

  test.each(['gzip', 'br', 'gzip, gzip'])(
    'by a small response that %s decompresses to a large one',
    async (coding) => {
      const { link } = await aFileServer((response) => {
        const pack = (bytes: Buffer, by: string) =>
          by === 'br' ? brotliCompressSync(bytes) : gzipSync(bytes);
        const packed = coding.split(', ').reduce(pack, Buffer.alloc(50_000_000));
        response.writeHead(200, { 'content-encoding': coding, 'content-length': packed.length }).end(packed);
      });
      const file = await openExport(link, options());
      expect(file.size).toBeUndefined();
      await thrownBy(ExportTooLarge, bytesOf(file.body));
    },
  );

  test('by closing the connection in the middle', async () => {
    const { link } = await aFileServer((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('begin', () => response.destroy());
    });
    const file = await openExport(link, options());
    await thrownBy(NetworkFailure, bytesOf(file.body));
  });

  test('a slow reader causes no timeout', async () => {
    const fetch = async () => new globalThis.Response('x') as unknown as Response;
    const file = await openExport('https://files.example/x', options({ fetch, idleTimeoutMs: 1 }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await bytesOf(file.body)).toHaveLength(1);
  });
});

describe('the caller', () => {
  test('may abort before the response', async () => {
    const giveUp = new AbortController();
    const reason = new Error('shutting down');
    const { link, closed } = await aFileServer(() => giveUp.abort(reason));
    await expect(openExport(link, options({ signal: giveUp.signal }))).rejects.toBe(reason);
    await closed;
  });

  test('may abort in the middle', async () => {
    const giveUp = new AbortController();
    const reason = new Error('shutting down');
    const { link, closed } = await aFileServer((response) => {
      response.writeHead(200).write('begin');
    });
    const file = await openExport(link, options({ signal: giveUp.signal }));
    const reader = file.body.getReader();
    await reader.read();
    giveUp.abort(reason);
    await expect(reader.read()).rejects.toBe(reason);
    await closed;
  });

  test('may cancel the stream', async () => {
    const { link, closed } = await aFileServer((response) => {
      response.writeHead(200).write('begin');
    });
    const file = await openExport(link, options());
    await file.body.cancel();
    await closed;
  });
});

describe('redirects', () => {
  test('are followed, and their bodies are cancelled', async () => {
    const { link } = await aFileServer((response, path) => {
      if (path === SECRET) response.writeHead(302, { location: '/elsewhere' }).end('moved');
      else response.writeHead(200).end(path);
    });
    const file = await openExport(link, options());
    expect((await bytesOf(file.body)).toString()).toBe('/elsewhere');
  });

  test('are followed from one host to another', async () => {
    const fetch = async (url: unknown) => {
      const location = 'https://storage.example/y';
      return (String(url) === location
        ? new globalThis.Response('file')
        : new globalThis.Response(null, { status: 302, headers: { location } })) as unknown as Response;
    };
    const file = await openExport('https://files.example/x', options({ fetch }));
    expect((await bytesOf(file.body)).toString()).toBe('file');
  });

  test('that loop throw ExportLinkRefused', async () => {
    const { link } = await aFileServer((response) => response.writeHead(302, { location: SECRET }).end());
    await thrownBy(ExportLinkRefused, openExport(link, options()));
  });

  test.each([
    'http://files.example/x',
    'ftp://files.example/x',
    'file:///etc/passwd',
    'https://a:b@files.example/x',
    'data:text/plain,x',
  ])('must not lead to %s', async (location) => {
    const { link } = await aFileServer((response) => response.writeHead(302, { location }).end());
    await thrownBy(ExportLinkRefused, openExport(link, options()));
  });

  test.each([
    'http://127.0.0.1:1/x',
    'http://localhost/x',
    'https://[::1]/x',
    'https://127.1/x',
    'https://x.localhost/x',
  ])('of another host must not lead to this machine: %s', async (location) => {
    const asked: string[] = [];
    const fetch = async (url: unknown) => {
      asked.push(String(url));
      return new globalThis.Response(null, { status: 302, headers: { location } }) as unknown as Response;
    };
    await thrownBy(ExportLinkRefused, openExport('https://files.example/x', options({ fetch })));
    expect(asked).toEqual(['https://files.example/x']);
  });
});

test.each([
  '',
  'nonsense',
  'http://files.example/x',
  'ftp://files.example/x',
  'https://a:b@files.example/x',
  'http://127.0.0.1.files.example/x',
])('the link %j is refused without a request', async (link) => {
  const fetch = () => Promise.reject(new Error('A request was sent.'));
  await thrownBy(ExportLinkRefused, openExport(link, options({ fetch })));
});

describe('no error contains the link', () => {
  const nowhere = 'http://127.0.0.1:9/deck-9f8e7d6c?signature=s3cr3t';
  const unhelpful: DownloadOptions['fetch'] = (url) =>
    Promise.reject(new TypeError(`Failed to parse URL from ${url}`, { cause: new Error(String(url)) }));

  test.each<[string, () => Promise<unknown>]>([
    ['a refused link', () => openExport('ftp://files.example/deck-9f8e7d6c?signature=s3cr3t', options())],
    ['a link that is not a URL', () => openExport('deck-9f8e7d6c?signature=s3cr3t', options())],
    ['a host that does not exist', () => openExport(nowhere, options())],
    ['a fetch whose error quotes the link', () => openExport(nowhere, options({ fetch: unhelpful }))],
    [
      'an expired link',
      async () =>
        openExport((await aFileServer((response) => response.writeHead(403).end(SECRET))).link, options()),
    ],
  ])('%s', async (_, act) => {
    const error = await act().then(
      () => expect.fail('nothing was thrown'),
      (thrown: Error) => thrown,
    );
    const said = `${inspect(error, { depth: 9, showHidden: true })} ${error.stack} ${JSON.stringify(error)}`;
    expect(said).not.toMatch(/s3cr3t|9f8e7d6c/);
  });
});
