import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool, request } from 'undici';
import type { Config } from './config.ts';

/** Sends HTTP requests to Slack and to the service. Each request is sent at most once. Its answer is limited in bytes and time. */

export type ProxySettings = Pick<Config, 'HTTPS_PROXY' | 'NO_PROXY'>;

/** Maximum milliseconds for a proxy to open a tunnel, the same as undici's limit for opening a connection. */
const TUNNEL_WITHIN_MS = 10_000;

/**
 * Creates the undici dispatcher. Only https URLs whose host is not in `NO_PROXY` use the operator's proxy.
 * Uses HTTP/1.1, because over HTTP/2 undici 8.12 repeats requests by itself and can hang when a request with a body is aborted.
 * @param tunnelWithinMs maximum milliseconds for the proxy to open a tunnel
 */
export function createDispatcher(
  { HTTPS_PROXY: httpsProxy, NO_PROXY: noProxy = '' }: ProxySettings,
  options: Agent.Options,
  tunnelWithinMs = TUNNEL_WITHIN_MS,
): Dispatcher {
  const direct = { ...options, allowH2: false };
  if (!httpsProxy) return new Agent(direct);
  const clientFactory = (proxy: URL, connecting: object) =>
    new Pool(proxy, { ...connecting, headersTimeout: tunnelWithinMs });
  // With an empty `httpProxy`, undici does not read a proxy for plain http from the environment.
  return new EnvHttpProxyAgent({ ...direct, httpProxy: '', httpsProxy, noProxy, clientFactory });
}

export interface OutgoingRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  /** Maximum milliseconds for connecting, sending and receiving the whole answer. */
  timeoutMs: number;
  /** Aborting this signal ends the request, and the signal's reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Maximum bytes of the answer's body, before and after decompression. */
  maxBytes: number;
}

export interface Answer {
  status: number;
  statusText: string;
  headers: { get(name: string): string | null; entries(): [string, string][] };
  /** Empty if the status is 300 or above and the body could not be read. */
  body: string;
}

export type SendRequest = (request: OutgoingRequest) => Promise<Answer>;

/** Thrown if no complete answer came. The message contains neither the URL nor any content of the request or the answer. */
export class RequestFailed extends Error {
  override name = 'RequestFailed';
  readonly kind: 'timeout' | 'network' | 'too_large';
  /** True if the request may have been carried out. False if it certainly was not, because no byte of the body left this process. */
  readonly sent: boolean;
  /** Error code of undici or Node, e.g. `ECONNREFUSED`. */
  readonly code: string | undefined;

  constructor(
    kind: RequestFailed['kind'],
    message: string,
    { sent = true, code, cause }: { sent?: boolean; code?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.sent = sent;
    this.code = code;
  }
}

/**
 * Creates the function that sends requests. It follows no redirects, because another address would get the credentials.
 * @throws RequestFailed, or the reason of the caller's signal
 */
export function createSender(dispatcher: Dispatcher): SendRequest {
  return async ({ method, url, headers, body, timeoutMs, signal, maxBytes }) => {
    signal?.throwIfAborted();
    const content = body ? streamOf(body) : null;
    const isSent = () => content === null || content.readableDidRead;
    const abort = new AbortController();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const giveUp = (reason: unknown) => {
      abort.abort(reason);
      // Reject at once, because undici reacts to the signal only after it has connected.
      reject(reason);
    };
    const onAbort = () => giveUp(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => {
      giveUp(
        new RequestFailed('timeout', `No answer came within ${timeoutMs / 1000} s.`, { sent: isSent() }),
      );
    }, timeoutMs);
    // undici's `request` takes a third of the processor time of undici's `fetch`.
    const answer = request(url, {
      dispatcher,
      method: method as Dispatcher.HttpMethod,
      headers: { ...headers, 'accept-encoding': 'gzip' },
      body: content,
      signal: abort.signal,
    }).then((response) => readAnswer(response, maxBytes));
    try {
      return await Promise.race([answer, aborted]);
    } catch (error) {
      signal?.throwIfAborted();
      throw requestFailed(error, { sent: isSent() });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  };
}

/** Returns the body as a stream, which undici reads only after it has connected. So `isSent` can tell whether anything was sent. */
function streamOf(body: string | Uint8Array): Readable {
  const stream = new Readable({ read() {} });
  stream.push(body);
  stream.push(null);
  return stream;
}

async function readAnswer(response: Dispatcher.ResponseData, maxBytes: number): Promise<Answer> {
  const { statusCode: status, statusText = '', headers } = response;
  const text = readText(response, maxBytes);
  return {
    status,
    statusText,
    headers: {
      get: (name) => [headers[name.toLowerCase()] ?? []].flat().join(', ') || null,
      entries: () => Object.entries(headers).map(([name, value]) => [name, String(value)]),
    },
    // If the status is 300 or above, ignore errors while reading the body, because callers then need only the status.
    body: await (status < 300 ? text : text.catch(() => '')),
  };
}

/** Responses with fewer bytes are decompressed on this thread, because passing them to another thread would take longer. */
const SMALL_GZIP = 4 * 1024;
const gunzipInThread = promisify(gunzip);
const utf8 = new TextDecoder();

async function readText({ headers, body }: Dispatcher.ResponseData, maxBytes: number): Promise<string> {
  const bytes = await readAtMost(maxBytes, body);
  if (headers['content-encoding'] !== 'gzip' || bytes.byteLength === 0) return utf8.decode(bytes);
  const decompress = bytes.byteLength < SMALL_GZIP ? gunzipSync : gunzipInThread;
  return utf8.decode(await decompress(bytes, { maxOutputLength: maxBytes }));
}

async function readAtMost(limit: number, body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The error below ends the loop early, which closes the connection.
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) throw new RequestFailed('too_large', `The answer is larger than ${limit} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Error codes of undici's own timeouts. They occur only if the dispatcher's timeouts are shorter than `timeoutMs`. */
const TIMEOUTS = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

/** Converts an error of undici's `request` or `fetch` to a RequestFailed. */
export function requestFailed(thrown: unknown, { sent = true } = {}): RequestFailed {
  if (thrown instanceof RequestFailed) return thrown;
  const reasons = reasonsOf(thrown);
  const code = reasons.map(codeOf).find((found) => found !== undefined);
  const details = { sent, code, cause: thrown };
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return new RequestFailed('too_large', 'The answer is too large when decompressed.', details);
  if (code && TIMEOUTS.includes(code))
    return new RequestFailed('timeout', 'No answer came in time.', details);
  const proxyStatus = reasons.map(proxyStatusOf).find((status) => status !== undefined);
  const message = proxyStatus
    ? `The proxy refused the connection (${proxyStatus}).`
    : `The connection failed${code ? ` (${code})` : ''}.`;
  return new RequestFailed('network', message, details);
}

/**
 * Returns the innermost errors. `fetch` wraps an error in a `TypeError`. If a host has several addresses, an `AggregateError` has their
 * errors.
 */
function reasonsOf(thrown: unknown): unknown[] {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return thrown.errors.flatMap(reasonsOf);
  if (thrown instanceof Error && codeOf(thrown) === undefined && thrown.cause) return reasonsOf(thrown.cause);
  return [thrown];
}

function codeOf(reason: unknown): string | undefined {
  const { code } = (reason ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** Returns the HTTP status with which a proxy refused a tunnel. undici's error contains the status only in its message. */
function proxyStatusOf(reason: unknown): string | undefined {
  if (!(reason instanceof Error) || codeOf(reason) !== 'UND_ERR_ABORTED') return undefined;
  return /^Proxy response \((\d+)\)/.exec(reason.message)?.[1];
}
