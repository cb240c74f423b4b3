import { ReadableStream } from 'node:stream/web';
import type { RequestInit, Response, fetch as undiciFetch } from 'undici';
import { type AbortScope, createAbortScope, guardedStream, withoutLink } from './download-stream.ts';
import {
  ExportGone,
  ExportLinkRefused,
  ExportTooLarge,
  RateLimited,
  type ServiceError,
  Unavailable,
} from './errors.ts';
import { AddressRefused } from './http/outside.ts';

export interface DownloadOptions {
  /** Must connect to public addresses only, as the `fetch` of `createOutside` does. */
  fetch: typeof undiciFetch;
  signal?: AbortSignal | undefined;
  /** Maximum size of the file in bytes. A larger file is rejected as soon as the response reports its size, or during the download. */
  maxBytes: number;
  /** Maximum milliseconds to wait for the headers of each response, also of a redirect. Default 20 s. */
  headersTimeoutMs?: number;
  /** Maximum milliseconds to wait for each chunk. Default 30 s. */
  idleTimeoutMs?: number;
  /** Maximum milliseconds to wait for all chunks together. Default 15 minutes, which is enough for 1 GB at 9 Mbit/s. */
  totalTimeoutMs?: number;
}

export interface ExportFile {
  /** Must be read to its end or cancelled, because it holds a connection. */
  body: ReadableStream<Uint8Array>;
  contentType: string;
  /** Size of the file in bytes. Undefined if the response does not report it. */
  size?: number;
}

const MOST_REDIRECTS = 5;

/**
 * Opens the file of an export link as a stream, without credentials. No error contains the link, because the link is a secret.
 * @throws ExportLinkRefused or ExportGone
 * @throws ExportTooLarge, a transient error, or the signal's reason. The stream can throw these errors, too
 */
export async function openExport(link: string, options: DownloadOptions): Promise<ExportFile> {
  const { maxBytes, idleTimeoutMs = 30_000, totalTimeoutMs = 15 * 60_000 } = options;
  const scope = createAbortScope(options.signal);
  try {
    const response = await follow(followable(link), scope, options);
    const size = sizeOf(response);
    if (size !== undefined && size > maxBytes) throw new ExportTooLarge(maxBytes);
    const source = response.body ?? new ReadableStream({ start: (empty) => empty.close() });
    return {
      body: guardedStream(source, scope, { maxBytes, idleTimeoutMs, totalTimeoutMs }),
      contentType: response.headers.get('content-type') ?? 'application/octet-stream',
      ...(size !== undefined && { size }),
    };
  } catch (error) {
    const clean = error instanceof AddressRefused ? refused() : withoutLink(error, scope);
    scope.abort(clean);
    scope.release();
    throw clean;
  }
}

async function follow(first: URL, scope: AbortScope, options: DownloadOptions): Promise<Response> {
  const { fetch, headersTimeoutMs = 20_000 } = options;
  let url = first;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const response = await scope.within(headersTimeoutMs, fetch(url, request(scope)));
    if (response.ok) return response;
    await response.body?.cancel().catch(() => {});
    const next = response.headers.get('location');
    if (!isRedirect(response.status) || !next) throw refusal(response.status);
    url = followable(next, url);
  }
  throw new ExportLinkRefused('The export link is redirected too often.');
}

function request({ signal }: AbortScope): RequestInit {
  return {
    // Requests an uncompressed file, so that `content-length` is the size of the file.
    headers: { accept: '*/*', 'accept-encoding': 'identity' },
    redirect: 'manual',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  };
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Returns the error for a response that has no file. The response's body is not read, because storage hosts quote the signed URL in it. */
function refusal(status: number): ServiceError {
  if (status === 429) return new RateLimited('Too many requests for the export file.', { status });
  if (status === 408 || status >= 500)
    return new Unavailable('The export file is not available now.', { status });
  return new ExportGone('The export link has expired or is not valid.', { status });
}

function sizeOf({ headers }: Response): number | undefined {
  const length = headers.get('content-length') ?? '';
  return /^\d+$/.test(length) && !headers.get('content-encoding') ? Number(length) : undefined;
}

/**
 * Parses an export link or the target of its redirect. Allows https. Allows http only if the URL leads to this machine. Refuses redirects
 * from other hosts to this machine.
 * @param from the URL that redirected to `link`
 */
function followable(link: string, from?: URL): URL {
  const url = parse(link, from);
  if (url.username || url.password) throw refused();
  const local = isLoopback(url);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local)) throw refused();
  if (from && local && !isLoopback(from)) throw refused();
  return url;
}

function parse(link: string, from?: URL): URL {
  // Not `new URL`, because its error quotes the link, which is a secret.
  const url = URL.parse(link, from?.href);
  if (!url) throw refused();
  return url;
}

function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}

function refused() {
  return new ExportLinkRefused('The export link leads to a place that is not allowed.');
}
